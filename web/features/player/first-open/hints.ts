/** Hints of the first class on this device, in order. */
export const hintNames = ["parts", "loop", "tempo"] as const;
export type HintName = (typeof hintNames)[number];

const storageKey = "eightcount.hints";

/** The hints that this device doesn't show any more: used, or shown long enough. */
export function readDoneHints(storage: Pick<Storage, "getItem">): HintName[] {
  const stored = (storage.getItem(storageKey) ?? "").split(" ");
  return hintNames.filter((name) => stored.includes(name));
}

export function saveDoneHints(storage: Pick<Storage, "setItem">, done: readonly HintName[]): void {
  storage.setItem(storageKey, done.join(" "));
}

/** How many eights a hint stays. */
const shownEights = 3;

export interface HintState {
  readonly done: readonly HintName[];
  /** Eights since the shown hint came; null while none is shown. */
  readonly eights: number | null;
}

/** The hint that is shown, or that comes at the next count of 1. */
export const nextHint = ({ done }: HintState): HintName | null =>
  hintNames.find((name) => !done.includes(name)) ?? null;

/** A count of 1 was danced: the next hint comes, and one that was there for three eights goes. */
export function onEight(state: HintState): HintState {
  const hint = nextHint(state);
  if (hint === null) return state;
  if (state.eights === null) return { ...state, eights: 0 };
  if (state.eights + 1 < shownEights) return { ...state, eights: state.eights + 1 };
  return onUse(state, hint);
}

/** What a hint describes was used: it goes, or never comes. */
export function onUse(state: HintState, used: HintName): HintState {
  if (state.done.includes(used)) return state;
  const isShown = state.eights !== null && nextHint(state) === used;
  return { done: [...state.done, used], eights: isShown ? null : state.eights };
}
