/** How many people an experiment needs. Pure. */

/** Quantiles of the normal distribution: 95 % confidence on both sides, and 80 % power. */
const [confidence, usualPower] = [1.959963985, 0.841621234];

/**
 * People whom each variant needs, so that a difference of this size is found in 80 % of experiments at 95 % confidence.
 * @param baseline the control's share, 0 to 1
 * @param difference the smallest one worth knowing, in shares
 * @param power as a quantile of the normal distribution
 * @returns null where no share is that far away
 */
export function peoplePerVariant(baseline: number, difference: number, power = usualPower): number | null {
  const other = baseline + difference;
  if (!(baseline >= 0 && difference > 0 && other <= 1)) return null;
  const mean = (baseline + other) / 2;
  const equal = Math.sqrt(2 * mean * (1 - mean));
  const apart = Math.sqrt(baseline * (1 - baseline) + other * (1 - other));
  return Math.ceil(((confidence * equal + power * apart) / difference) ** 2);
}
