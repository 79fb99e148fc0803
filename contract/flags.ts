/** Names of feature flags and experiments: another name doesn't compile. A migration creates each of them. */

export const flagNames = ["onboarding-variant-b"] as const;
export type FlagName = (typeof flagNames)[number];

export const experimentIds = ["onboarding-variant-b"] as const;
export type ExperimentId = (typeof experimentIds)[number];

export const variants = ["control", "variant-b"] as const;
export type Variant = (typeof variants)[number];

/** Evaluation details as in OpenFeature. https://openfeature.dev/specification/types#evaluation-details */
export type Evaluation<Key extends string, Value> = {
  readonly flagKey: Key;
  readonly value: Value;
  /**
   * `STATIC`: the configured value. `SPLIT`: assigned to this person. `DISABLED`: switched off. `STALE`: not refreshed yet.
   * `ERROR`: `value` is a fallback.
   */
  readonly reason: "STATIC" | "SPLIT" | "DISABLED" | "STALE" | "ERROR";
};
