/** What the product's code may ask switches and experiments for: another name doesn't compile. A migration makes each of them. */

export const flagNames = ["onboarding-variant-b"] as const;
export type FlagName = (typeof flagNames)[number];

export const experimentIds = ["onboarding-variant-b"] as const;
export type ExperimentId = (typeof experimentIds)[number];

export const variants = ["control", "variant-b"] as const;
export type Variant = (typeof variants)[number];

/** An answer as OpenFeature gives it. https://openfeature.dev/specification/types#evaluation-details */
export type Evaluation<Key extends string, Value> = {
  readonly flagKey: Key;
  readonly value: Value;
  /** `STATIC`: as it is set. `SPLIT`: dealt to this person. `DISABLED`: switched off. `STALE`: not known anew yet. `ERROR`: `value` stands in for what couldn't be found out. */
  readonly reason: "STATIC" | "SPLIT" | "DISABLED" | "STALE" | "ERROR";
};
