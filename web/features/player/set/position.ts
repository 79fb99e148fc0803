/** What the position in a set is computed from. */
type Item = {
  readonly place: number;
  readonly isDanced: boolean;
  readonly studioClass: { readonly id: string };
};

/** A class within its set. */
export interface SetPosition<Of extends Item> {
  readonly items: readonly Of[];
  /** The class's item. */
  readonly item: Of;
  /** The items to dance after it, in order. */
  readonly later: readonly Of[];
}

/**
 * The position of a class in a set; null if it isn't part of it.
 * @param isAgain whether the set is danced again, after all of it had been danced
 */
export function positionIn<Of extends Item>(
  items: readonly Of[],
  classId: string,
  isAgain: boolean,
): SetPosition<Of> | null {
  const item = items.find(({ studioClass }) => studioClass.id === classId);
  if (!item) return null;
  return {
    items,
    item,
    later: items.filter(({ place, isDanced }) => place > item.place && (isAgain || !isDanced)),
  };
}
