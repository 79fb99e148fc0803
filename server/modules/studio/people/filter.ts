import { BadInput } from "../../../platform/errors.ts";
import { payerShapeOf, payerStages } from "../../billing/index.ts";
import type { PayerStage } from "../../billing/index.ts";
import { peopleQuery } from "../../identity/index.ts";
import { dayOf } from "../days.ts";
import type { PeopleParams, PeopleShape } from "./store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

const dayMs = 86_400_000;
const maxSearchLength = 200;

/** When a person danced last, as staff filter by it. */
export const dancedFilters = [
  "within_7_days",
  "within_30_days",
  "over_14_days_ago",
  "over_30_days_ago",
  "over_90_days_ago",
  "never",
] as const;
export type DancedFilter = (typeof dancedFilters)[number];

/** All filters combine. Days are of the calendar in UTC, `YYYY-MM-DD`. */
export interface PeopleFilter {
  readonly search: string | null;
  readonly stage: PayerStage | null;
  readonly planId: string | null;
  readonly countryCode: string | null;
  /** ISO 4217: what the plan is paid in. */
  readonly currencyCode: string | null;
  readonly joinedFrom: string | null;
  /** The last day, inclusive. */
  readonly joinedUntil: string | null;
  readonly danced: DancedFilter | null;
  /** A promo code that they redeemed, in any case. */
  readonly coupon: string | null;
}

/** An invoice number or the last four digits of a card are found beside names. */
function searchOf(search: string) {
  const typed = search.trim();
  if (typed.length > maxSearchLength)
    throw new BadInput(
      "search",
      msg("Search for at most {maxSearchLength} characters.", { maxSearchLength }),
    );
  return {
    words: peopleQuery(typed),
    number: /^[A-Za-z]{1,8}-/.test(typed) ? typed.toUpperCase() : null,
    digits: /^\d{4}$/.test(typed) ? typed : null,
  };
}

function dancedOf(danced: DancedFilter | null, now: Date) {
  if (danced === null) return { danced: "any", dancedAt: null } as const;
  if (danced === "never") return { danced, dancedAt: null } as const;
  const days = Number(/\d+/.exec(danced)![0]);
  return {
    danced: danced.startsWith("within") ? "since" : "before",
    dancedAt: new Date(now.getTime() - days * dayMs),
  } as const;
}

/**
 * The parts and parameters of the statement that a filter needs.
 * @throws BadInput
 */
export function readFilter(filter: PeopleFilter, now: Date) {
  const { stage, planId, countryCode, currencyCode, coupon } = filter;
  const typed = searchOf(filter.search ?? "");
  const { danced, dancedAt } = dancedOf(filter.danced, now);
  const params: Omit<PeopleParams, "afterJoined" | "afterId" | "first"> = {
    ...typed,
    planId,
    countryCode: countryCode?.toUpperCase() ?? null,
    currencyCode: currencyCode?.toUpperCase() ?? null,
    joinedFrom: dayOf(filter.joinedFrom, "joinedFrom"),
    joinedBefore: dayOf(filter.joinedUntil, "joinedUntil", 1),
    dancedAt,
    coupon: coupon?.trim().toUpperCase() ?? null,
  };
  const shape: PeopleShape = {
    source: typed.words !== null ? "words" : coupon !== null ? "coupon" : "everyone",
    payer: payerShapeOf({ stage, planId, countryCode, currencyCode }),
    danced,
  };
  return { shape, params };
}

/**
 * A filter as the address of a CSV writes it; unknown names are ignored.
 * @throws BadInput for an unknown value
 */
export function filterOfQuery(query: Readonly<Record<string, unknown>>): PeopleFilter {
  const text = (name: string): string | null => {
    const value = query[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | null => {
    const value = text(name);
    const found = values.find((one) => one === value);
    if (value !== null && !found)
      throw new BadInput(name, inEnglish(`${name} must be one of: ${values.join(", ")}.`));
    return found ?? null;
  };
  return {
    search: text("search"),
    stage: oneOf("stage", payerStages),
    planId: text("plan"),
    countryCode: text("country"),
    currencyCode: text("currency"),
    joinedFrom: text("from"),
    joinedUntil: text("until"),
    danced: oneOf("danced", dancedFilters),
    coupon: text("coupon"),
  };
}
