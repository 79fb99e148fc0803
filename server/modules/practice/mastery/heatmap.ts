/** A part of a class, and how many people looped it. */
export interface HeatmapCell {
  readonly fromMs: number;
  readonly toMs: number;
  readonly people: number;
}

/** Minimum number of people in figures of a class: fewer could be recognized. */
export const leastPeople = 5;

/** Overlays overlapping parts: disjoint, ascending, each with the number of parts that contain it. */
export function layOver(stretches: readonly HeatmapCell[]): HeatmapCell[] {
  const changes = stretches
    .flatMap(({ fromMs, toMs, people }) => [
      { at: fromMs, by: people },
      { at: toMs, by: -people },
    ])
    .sort((a, b) => a.at - b.at);
  const overlaid: HeatmapCell[] = [];
  let people = 0;
  for (const [index, { at, by }] of changes.entries()) {
    people += by;
    const toMs = changes[index + 1]?.at ?? at;
    if (toMs === at || people === 0) continue;
    const last = overlaid.at(-1);
    if (last?.toMs === at && last.people === people) overlaid[overlaid.length - 1] = { ...last, toMs };
    else overlaid.push({ fromMs: at, toMs, people });
  }
  return overlaid;
}
