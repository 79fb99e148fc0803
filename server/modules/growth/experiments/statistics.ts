/** z of a 95 % interval. */
const z95 = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}
export interface Arm {
  readonly people: number;
  /** Of these people; at most as many. */
  readonly converted: number;
}

/** Wilson's 95 % interval of a proportion; 0 to 1 if there are no people. */
export function shareInterval({ people, converted }: Arm): Interval {
  if (people === 0) return { low: 0, high: 1 };
  const share = converted / people;
  const z2 = z95 * z95;
  const middle = (share + z2 / (2 * people)) / (1 + z2 / people);
  const half =
    (z95 / (1 + z2 / people)) * Math.sqrt((share * (1 - share)) / people + z2 / (4 * people * people));
  return {
    low: converted === 0 ? 0 : Math.max(0, middle - half),
    high: converted === people ? 1 : Math.min(1, middle + half),
  };
}

/**
 * Newcombe's 95 % interval (method 10) of the second arm's share minus the first's. Also valid for shares near 0, where
 * the normal approximation is too narrow. Null if an arm is empty.
 */
export function differenceInterval(
  first: Arm,
  second: Arm,
): (Interval & { readonly difference: number }) | null {
  if (first.people === 0 || second.people === 0) return null;
  const [a, b] = [first.converted / first.people, second.converted / second.people];
  const [ofA, ofB] = [shareInterval(first), shareInterval(second)];
  const difference = b - a;
  return {
    difference,
    low: difference - Math.hypot(b - ofB.low, ofA.high - a),
    high: difference + Math.hypot(ofB.high - b, a - ofA.low),
  };
}

/** Complementary error function, to seven decimal places. Abramowitz and Stegun 7.1.26. */
function erfc(x: number): number {
  const t = 1 / (1 + 0.327_591_1 * x);
  const series =
    t *
    (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
  return series * Math.exp(-x * x);
}

/**
 * Probability that two arms of equal share are split this unevenly by chance: χ² with one degree of freedom. 1 for
 * empty arms.
 */
export function ratioProbability(first: number, second: number): number {
  const all = first + second;
  if (all === 0) return 1;
  const chi2 = (first - second) ** 2 / all;
  return Math.min(1, erfc(Math.sqrt(chi2 / 2)));
}

/** Below this probability a split isn't chance, and the results can't be trusted. */
export const mismatchBelow = 0.001;
