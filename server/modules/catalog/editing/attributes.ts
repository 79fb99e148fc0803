import { BadInput } from "../../../platform/errors.ts";
import { readLine, readText } from "../../../platform/text.ts";
import type { AccessType } from "../../billing/index.ts";
import type { PartRow } from "../store.ts";
import type { ClassRow, TempoSpan } from "../store-classes.ts";
import type { ClassAttributes } from "./store.ts";

export const levels = ["absolute-beginner", "beginner", "intermediate", "advanced"] as const;
export const types = ["choreography", "foundations", "drill", "workout", "wellness", "party"] as const;
export const energies = ["gentle", "steady", "high"] as const;
export const spaces = ["spot", "steps", "room"] as const;

const longest = { title: 100, description: 2000, partTitle: 60 } as const;
const maxCategories = 10;
const maxParts = 60;

/** A part as an editor sends it. */
export interface GivenPart {
  readonly title: string;
  readonly kind: PartRow["kind"];
  readonly startMs: number;
  readonly endMs: number;
}

/** A class as an editor sends it. */
export interface GivenClass {
  readonly title: string;
  readonly description: string;
  readonly level: string;
  readonly type: string;
  readonly accessType: AccessType;
  readonly isExplicit: boolean;
  readonly energy: string;
  readonly space: string;
  readonly usesFloor: boolean;
  /** Slugs. */
  readonly style: string;
  readonly instructor: string;
  readonly section: string;
  readonly categories: readonly string[];
  readonly parts: readonly GivenPart[];
}

/** What an editor says of a class, tidied. Whether what it names is there is for the database to say. @throws BadInput */
export function readAttributes(given: GivenClass): ClassAttributes {
  const categories = [...new Set(given.categories)];
  if (categories.length > maxCategories)
    throw new BadInput("categories", `A class is in ${maxCategories} categories at most.`);
  return {
    title: readLine(given.title, "title", longest.title),
    description: readText(given.description, "description", longest.description),
    level: oneOf(levels, given.level, "level"),
    type: oneOf(types, given.type, "type"),
    accessType: given.accessType,
    isExplicit: given.isExplicit,
    energy: oneOf(energies, given.energy, "energy") as ClassRow["energy"],
    space: oneOf(spaces, given.space, "space") as ClassRow["space"],
    usesFloor: given.usesFloor,
    style: given.style,
    instructor: given.instructor,
    section: given.section,
    categories,
  };
}

function oneOf<Value extends string>(values: readonly Value[], given: string, field: string): Value {
  const found = values.find((value) => value === given);
  if (!found) throw new BadInput(field, `One of ${values.join(", ")}.`);
  return found;
}

/**
 * The parts of a class in their order, with the eights that they last.
 * @param durationMs of the class; null while nobody knows
 * @throws BadInput
 */
export function readParts(
  given: readonly GivenPart[],
  durationMs: number | null,
  beatGrid: readonly TempoSpan[],
): PartRow[] {
  if (given.length > maxParts) throw new BadInput("parts", `A class has ${maxParts} parts at most.`);
  let before = 0;
  return given.map(({ title, kind, startMs, endMs }, at) => {
    if (startMs < before || endMs <= startMs)
      throw new BadInput("parts", `Part ${at + 1} begins after the one before it, and ends after it began.`);
    if (durationMs !== null && endMs > durationMs)
      throw new BadInput("parts", `Part ${at + 1} ends after the class.`);
    before = endMs;
    return {
      index: at + 1,
      title: readLine(title, "parts", longest.partTitle),
      kind,
      startMs,
      endMs,
      eights: eightsOf(beatGrid, startMs, endMs),
    };
  });
}

/** How many eights of a class's counts lie between two moments, to the nearest. */
export function eightsOf(beatGrid: readonly TempoSpan[], startMs: number, endMs: number): number {
  let beats = 0;
  for (const span of beatGrid) {
    const overlapMs = Math.min(endMs, span.endMs) - Math.max(startMs, span.startMs);
    if (overlapMs > 0) beats += (overlapMs * span.bpm) / 60_000;
  }
  return Math.round(beats / 8);
}

/** Parts within a class that has another length or other counts than before: what lies beyond its end is cut. */
export function refitParts(
  parts: readonly PartRow[],
  durationMs: number,
  beatGrid: readonly TempoSpan[],
): PartRow[] {
  return parts
    .filter(({ startMs }) => startMs < durationMs)
    .map((part, at) => {
      const endMs = Math.min(part.endMs, durationMs);
      return { ...part, index: at + 1, endMs, eights: eightsOf(beatGrid, part.startMs, endMs) };
    });
}
