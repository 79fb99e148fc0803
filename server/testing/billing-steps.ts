import fc from "fast-check";

const acts = [
  "subscribe",
  "subscribe",
  "buyPass",
  "buyPass",
  "changePlan",
  "cancelNow",
  "cancelAtEnd",
  "undo",
  "pause",
  "resume",
  "monthOff",
  "withdraw",
  "newCard",
  "payInvoice",
  "confirm",
  "refuseConfirmation",
  "reload",
  "acceptPrice",
  "cardChanges",
  "cardChanges",
  "staffRefund",
  "staffRefundAndEnd",
  "staffDays",
  "staffCredit",
  "staffPlan",
  "delete",
  "nothing",
] as const;
const behaviours = [
  "succeeds",
  "succeeds",
  "succeeds",
  "confirms",
  "confirms",
  "loses_answer",
  "refuses_later",
  "refuses",
  "attaches_only",
  "CARD_DECLINED",
  "INSUFFICIENT_FUNDS",
  "CARD_EXPIRED",
] as const;
const plans = [
  "basic-monthly",
  "standard-monthly",
  "premium-monthly",
  "basic-yearly",
  "premium-yearly",
  "premium-family-yearly",
] as const;

/** What a person does in one round. */
export interface BillingStep {
  readonly act: (typeof acts)[number];
  readonly card: (typeof behaviours)[number];
  readonly plan: (typeof plans)[number];
  readonly hasTrial: boolean;
  readonly hasCoupon: boolean;
  /** What becomes of the webhook of a confirmation. */
  readonly webhook: "once" | "twice" | "late" | "lost";
}

/** A new price that a studio announces. */
export interface PriceStep {
  readonly plan: (typeof plans)[number];
  readonly amount: number;
  readonly endsWithoutConsent: boolean;
  readonly isUndone: boolean;
}

/** People with the same clock. */
export interface BillingBatch {
  /** Days that pass after each round. */
  readonly days: readonly number[];
  /** The price that the studio announces in a round for all members of a plan, in minor units; null for none. */
  readonly prices: readonly (PriceStep | null)[];
  readonly people: readonly (readonly BillingStep[])[];
}

const rounds = 10;
const step: fc.Arbitrary<BillingStep> = fc.record({
  act: fc.constantFrom(...acts),
  card: fc.constantFrom(...behaviours),
  plan: fc.constantFrom(...plans),
  hasTrial: fc.boolean(),
  hasCoupon: fc.boolean(),
  webhook: fc.constantFrom("once", "twice", "late", "lost"),
});
/** Arbitrary of batches with so many people. */
export const billingBatches = (people: number): fc.Arbitrary<BillingBatch> =>
  fc.record({
    days: fc.array(fc.constantFrom(0, 0, 0, 0.01, 1, 1, 3, 7, 14, 31), {
      minLength: rounds,
      maxLength: rounds,
    }),
    prices: fc.array(
      fc.option(
        fc.record({
          plan: fc.constantFrom(...plans),
          amount: fc.integer({ min: 500, max: 20_000 }),
          endsWithoutConsent: fc.boolean(),
          isUndone: fc.boolean(),
        }),
      ),
      { minLength: rounds, maxLength: rounds },
    ),
    people: fc.array(
      fc
        .array(step, { minLength: rounds, maxLength: rounds })
        .map((steps) => steps.map((one, at) => (at === 0 ? { ...one, act: "subscribe" as const } : one))),
      { minLength: people, maxLength: people },
    ),
  });
