/** How a class is danced, by the eights of its parts. Pure. */
import { type BeatGrid, listEights } from "./beat-grid.ts";
import type { ClassPart } from "./clock.ts";
import type { LoopedStretch } from "./heatmap.ts";

/** An eight of a part, numbered from 1. */
export interface FiguredEight {
  readonly part: ClassPart;
  readonly number: number;
  readonly startMs: number;
  readonly endMs: number;
  /** How many danced its middle. */
  readonly dancing: number;
  /** How many looped its middle. */
  readonly looped: number;
}

/** A sudden loss of dancers, or a stretch that many loop. */
export interface Finding {
  readonly kind: "drop" | "loop";
  readonly first: FiguredEight;
  readonly last: FiguredEight;
  readonly people: number;
}

const peopleAt = (stretches: readonly LoopedStretch[], ms: number): number =>
  stretches.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs)?.people ?? 0;

/** Every eight of the parts. A part without counts is one stretch. */
export function figuredEights(
  grid: BeatGrid,
  parts: readonly ClassPart[],
  figures: { readonly dancing: readonly LoopedStretch[]; readonly looped: readonly LoopedStretch[] },
): FiguredEight[] {
  return parts.flatMap((part) => {
    const eights: readonly { startMs: number; endMs: number }[] = listEights(grid, part.startMs, part.endMs);
    return (eights.length > 0 ? eights : [part]).map(({ startMs, endMs }, index) => {
      const middle = (startMs + endMs) / 2;
      return {
        part,
        number: index + 1,
        startMs,
        endMs,
        dancing: peopleAt(figures.dancing, middle),
        looped: peopleAt(figures.looped, middle),
      };
    });
  });
}

/** A loss of this share of all dancers within one eight is worth a look. */
const LEAST_DROP = 0.05;
/** So is a stretch that this share of all dancers looped. */
const LEAST_LOOP = 0.18;
const MAX_FINDINGS = 6;

/** What stands out, the most people first. Findings of fewer than `leastPeople` stay hidden. */
export function findingsOf(eights: readonly FiguredEight[], dancers: number, leastPeople: number): Finding[] {
  const findings: Finding[] = [];
  for (const [index, eight] of eights.entries()) {
    const lost = (eights[index - 1]?.dancing ?? eight.dancing) - eight.dancing;
    if (lost >= leastPeople && lost >= dancers * LEAST_DROP)
      findings.push({ kind: "drop", first: eight, last: eight, people: lost });
    const isHot = (one: FiguredEight | undefined): boolean =>
      one !== undefined &&
      one.part === eight.part &&
      one.looped >= leastPeople &&
      one.looped >= dancers * LEAST_LOOP;
    if (!isHot(eight) || isHot(eights[index - 1])) continue;
    let last = index;
    while (isHot(eights[last + 1])) last += 1;
    findings.push({
      kind: "loop",
      first: eight,
      last: eights[last]!,
      people: Math.max(...eights.slice(index, last + 1).map(({ looped }) => looped)),
    });
  }
  return findings.toSorted((a, b) => b.people - a.people).slice(0, MAX_FINDINGS);
}
