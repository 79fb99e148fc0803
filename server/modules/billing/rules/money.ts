/** Money is an integer number of minor units: cents, pence, yen. No function here returns a fraction. */

const hundredPercent = 10_000n;

/** `amount * part / whole`, rounded half up. All are integers; `whole` is positive. */
export function shareOf(amount: number, part: number, whole: number): number {
  const product = BigInt(amount) * BigInt(part) * 2n + BigInt(whole);
  const doubled = BigInt(whole) * 2n;
  // BigInt division truncates; rounding half up needs the floor.
  const cut = product / doubled;
  return Number(product < 0n && product % doubled !== 0n ? cut - 1n : cut);
}

/** Percentage of an amount in basis points, rounded half up. */
export function percentOf(amount: number, basisPoints: number): number {
  return shareOf(amount, basisPoints, Number(hundredPercent));
}

/** Splits an amount by weights into integers that add up to it (largest remainder method). */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (BigInt(amount) * BigInt(weight)) / BigInt(whole));
  const remainders = weights.map((weight) => (BigInt(amount) * BigInt(weight)) % BigInt(whole));
  const parts = exact.map(Number);
  let left = amount - parts.reduce((sum, part) => sum + part, 0);
  const order = weights
    .map((_weight, at) => at)
    .sort((one, other) => Number(remainders[other]! - remainders[one]!) || one - other);
  for (const at of order) {
    if (left <= 0) break;
    parts[at]! += 1;
    left -= 1;
  }
  return parts;
}
