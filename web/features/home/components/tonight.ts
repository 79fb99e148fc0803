/** What decides whether and where a class stands in tonight's set. */
export type Candidate = {
  id: string;
  type: string;
  level: string;
  durationInMs: number;
  /** It can be played. */
  isReady: boolean;
  /** How far its video has been prepared, 0 to 100. */
  preparedPercent: number;
  /** It is above what the person's plan opens. */
  isLocked: boolean;
  isCompleted: boolean;
};

const setLength = 4;
const gentleLevels = ["absolute-beginner", "beginner"];
const firstTypes = ["foundations", "choreography", "drill"];

/** Each class once, in the order of its first place. */
export function withoutRepeats<Class extends { id: string }>(classes: readonly Class[]): Class[] {
  return classes.filter((one, place) => classes.findIndex(({ id }) => id === one.id) === place);
}

/**
 * The class to begin with, from those that are suggested, best first. Somebody new is led to a gentle one that teaches; everybody to one
 * that plays and is open to them, as far as there is any.
 */
export function chooseFirst<Class extends Candidate>(
  suggested: readonly Class[],
  isNew: boolean,
): Class | undefined {
  const [best, ...others] = rankSuggested(suggested, isNew);
  if (!best || best.isReady || best.isLocked) return best;
  // Nothing plays yet: the one that will play first.
  return others
    .filter(({ isLocked }) => !isLocked)
    .reduce((soonest, one) => (one.preparedPercent > soonest.preparedPercent ? one : soonest), best);
}

/** What is open, plays and isn't danced yet comes first, for somebody new also what is gentle and teaches; else the order stays. */
export function rankSuggested<Class extends Candidate>(suggested: readonly Class[], isNew: boolean): Class[] {
  return ranked(suggested, (one) => [
    !one.isLocked,
    one.isReady,
    !one.isCompleted,
    !isNew || gentleLevels.includes(one.level),
    !isNew || firstTypes.includes(one.type),
  ]);
}

/**
 * Tonight's set: a short one to get warm, `first`, what is suggested, and a short one to come down; four at most. What can't be
 * played or isn't open stands in only where there is nothing else.
 */
export function composeSet<Class extends Candidate>(first: Class, suggested: readonly Class[]): Class[] {
  const others = ranked(
    suggested.filter((one) => one.id !== first.id),
    (one) => [!one.isLocked, one.isReady, !one.isCompleted],
  );
  const usable = others.filter((one) => !one.isLocked && !one.isCompleted);
  const gentle = usable
    .filter((one) => one.type === "wellness" && one.isReady)
    .toSorted((a, b) => a.durationInMs - b.durationInMs);
  const [opener, closer] = first.type === "wellness" ? [undefined, gentle[0]] : gentle;
  const ends = [opener, closer].filter((one) => one !== undefined);
  const middle = others.filter((one) => !ends.includes(one)).slice(0, setLength - 1 - ends.length);
  return [opener, first, ...middle, closer].filter((one) => one !== undefined);
}

/** Those that fulfil more of the earlier wishes first; else the order stays. */
function ranked<Class>(classes: readonly Class[], wishes: (one: Class) => boolean[]): Class[] {
  return classes.toSorted((a, b) => {
    const [ofA, ofB] = [wishes(a), wishes(b)];
    const place = ofA.findIndex((fulfilled, wish) => fulfilled !== ofB[wish]);
    return place === -1 ? 0 : ofA[place] ? -1 : 1;
  });
}
