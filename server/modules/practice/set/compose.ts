/** What decides a class's place in today's set. */
export interface SetCandidate {
  readonly classId: string;
  readonly type: string;
  /** 0 absolute beginner to 3 advanced. */
  readonly levelRank: number;
  readonly durationMs: number;
  readonly isCompleted: boolean;
  /** Danced share of a class that was started but not completed, 0 to 1. */
  readonly begun: number;
  /** A completed class whose turn it is to come back, because the person would dance it again. */
  readonly isReturning: boolean;
}

/** The number of classes in today's set. */
export const setLength = 4;

/** Types that teach. */
const firstTypes = ["foundations", "choreography", "drill"];

/**
 * Composes a set from playable candidates, best first. A newcomer begins with the easiest class that teaches; others
 * continue what they started, or warm up. Ends with a short wellness class. Completed classes only fill gaps, except the best one of
 * those that return, which takes its place by rank.
 * @returns class ids in order, at most `setLength`
 */
export function composeSet(
  candidates: readonly SetCandidate[],
  { isNewcomer }: { readonly isNewcomer: boolean },
): string[] {
  const returning = candidates.find((one) => one.isReturning);
  const fresh = candidates.filter((one) => !one.isCompleted || one === returning);
  const wellness = fresh
    .filter(({ type, begun }) => type === "wellness" && begun === 0)
    .toSorted((a, b) => a.durationMs - b.durationMs);
  const active = fresh.filter((one) => !wellness.includes(one));
  const continued = active.find(({ begun }) => begun > 0);
  const first = isNewcomer ? chooseFirst(active) : continued;
  const [opener, closer] = first ? [undefined, wellness[0]] : wellness;
  const ends = [opener, closer].filter((one) => one !== undefined);
  const again = candidates.filter((one) => !fresh.includes(one));
  const middle = [...active.filter((one) => one !== first), ...wellness, ...again]
    .filter((one) => !ends.includes(one))
    .slice(0, setLength - ends.length - (first ? 1 : 0));
  return [first, opener, ...middle, closer].filter((one) => one !== undefined).map(({ classId }) => classId);
}

/** The easiest level wins, then a type that teaches, then the given order. */
function chooseFirst(candidates: readonly SetCandidate[]): SetCandidate | undefined {
  const lowest = Math.min(...candidates.map(({ levelRank }) => levelRank));
  const easiest = candidates.filter(({ levelRank }) => levelRank === lowest);
  return easiest.find(({ type }) => firstTypes.includes(type)) ?? easiest[0];
}
