/** Which class the home page begins with where there is no set. The server chooses for visitors without a session, else the web. */

/** The data that decides where a class is among suggestions. */
export type Candidate = {
  id: string;
  type: string;
  level: string;
  /** It can be played. */
  isReady: boolean;
  /** Transcode progress, 0 to 100. */
  preparedPercent: number;
  /** The person's plan doesn't include it. */
  isLocked: boolean;
  isCompleted: boolean;
};

const gentleLevels = ["absolute-beginner", "beginner"];
const firstTypes = ["foundations", "choreography", "drill"];

/** Removes duplicates; each class keeps its first position. */
export function withoutRepeats<Class extends { id: string }>(classes: readonly Class[]): Class[] {
  return classes.filter((one, index) => classes.findIndex(({ id }) => id === one.id) === index);
}

/**
 * Picks the class to start with from suggestions, best first. Prefers classes that are ready and unlocked.
 * A new dancer gets a gentle class that teaches, if there is one.
 */
export function chooseFirst<Class extends Candidate>(
  suggested: readonly Class[],
  isNew: boolean,
): Class | undefined {
  const [best, ...others] = rankSuggested(suggested, isNew);
  if (!best || best.isReady || best.isLocked) return best;
  // No class is ready yet: the one that will be ready first.
  return others
    .filter(({ isLocked }) => !isLocked)
    .reduce((soonest, one) => (one.preparedPercent > soonest.preparedPercent ? one : soonest), best);
}

/**
 * Picks the class to go on with after the set: one in progress, unless the person's plan no longer includes it, or a suggested one.
 */
export function chooseAfterSet<Class extends Candidate>(
  begun: readonly Class[],
  suggested: readonly Class[],
  isNew: boolean,
): Class | undefined {
  return begun.find(({ isLocked }) => !isLocked) ?? chooseFirst(suggested, isNew) ?? begun[0];
}

/**
 * Ranks unlocked, ready and undanced classes first; for a new dancer also gentle ones that teach. Otherwise
 * the order is stable.
 */
export function rankSuggested<Class extends Candidate>(suggested: readonly Class[], isNew: boolean): Class[] {
  return ranked(suggested, (one) => [
    !one.isLocked,
    one.isReady,
    !one.isCompleted,
    !isNew || gentleLevels.includes(one.level),
    !isNew || firstTypes.includes(one.type),
  ]);
}

/** Stable sort by criteria, the most important first. */
function ranked<Class>(classes: readonly Class[], criteria: (one: Class) => boolean[]): Class[] {
  return classes.toSorted((a, b) => {
    const [ofA, ofB] = [criteria(a), criteria(b)];
    const index = ofA.findIndex((fulfilled, criterion) => fulfilled !== ofB[criterion]);
    return index === -1 ? 0 : ofA[index] ? -1 : 1;
  });
}
