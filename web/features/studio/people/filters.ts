/** Where people are in their plan, as the address of the list names it. */
export const stages = [
  "trialing",
  "paying",
  "payment_failed",
  "leaving",
  "prepaid",
  "paused",
  "complimentary",
  "canceled",
] as const;
export type Stage = (typeof stages)[number];

/** When people danced last, as the address of the list names it. */
export const danced = [
  "within_7_days",
  "within_30_days",
  "over_14_days_ago",
  "over_30_days_ago",
  "over_90_days_ago",
  "never",
] as const;
export type Danced = (typeof danced)[number];

/** The filters of people, as addresses name them. */
export const filterNames = [
  "stage",
  "plan",
  "country",
  "currency",
  "from",
  "until",
  "danced",
  "coupon",
  "style",
] as const;
export type FilterName = (typeof filterNames)[number];

/** The chosen value of a filter; null without one. */
export type GivenFilters = (name: FilterName) => string | null;

/** Filters as the server takes them. Unknown values are dropped. */
export function filterOf(given: GivenFilters): {
  stage: Stage | null;
  planId: string | null;
  countryCode: string | null;
  currencyCode: string | null;
  joinedFrom: string | null;
  joinedUntil: string | null;
  danced: Danced | null;
  coupon: string | null;
  style: string | null;
} {
  const oneOf = <Value extends string>(values: readonly Value[], name: FilterName): Value | null =>
    values.find((value) => value === given(name)) ?? null;
  const day = (name: FilterName): string | null => {
    const value = given(name);
    return value && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null;
  };
  return {
    stage: oneOf(stages, "stage"),
    planId: given("plan"),
    countryCode: given("country"),
    currencyCode: given("currency"),
    joinedFrom: day("from"),
    joinedUntil: day("until"),
    danced: oneOf(danced, "danced"),
    coupon: given("coupon"),
    style: given("style"),
  };
}

/** Filters as addresses name them, from those that the server returned. */
export const namesOf = (filter: {
  stage: string | null;
  planId: string | null;
  countryCode: string | null;
  currencyCode: string | null;
  joinedFrom: string | null;
  joinedUntil: string | null;
  danced: string | null;
  coupon: string | null;
  style: string | null;
}): Record<FilterName, string | null> => ({
  stage: filter.stage,
  plan: filter.planId,
  country: filter.countryCode,
  currency: filter.currencyCode,
  from: filter.joinedFrom,
  until: filter.joinedUntil,
  danced: filter.danced,
  coupon: filter.coupon,
  style: filter.style,
});
