/** The list with a class moved before another one, or to the end without one. */
export function placed(ids: readonly string[], moved: string, before: string | null): string[] {
  const others = ids.filter((id) => id !== moved);
  const at = before === null ? others.length : others.indexOf(before);
  return before === moved || at < 0 ? [...ids] : others.toSpliced(at, 0, moved);
}

/** The list with a class moved one place up or down; the same list where it can't. */
export function stepped(ids: readonly string[], moved: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(moved);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, moved);
}
