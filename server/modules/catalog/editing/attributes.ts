import { classTypes, energies, levels, spaces } from "../../../../contract/class-attributes.ts";
import { BadInput } from "../../../platform/errors.ts";
import { readLine, readText } from "../../../platform/text.ts";
import type { AccessType } from "../../billing/index.ts";
import type { PartRow } from "../store.ts";
import type { ClassRow, TempoSpan } from "../store-classes.ts";
import type { ReadPart } from "./fit-parts.ts";
import type { ClassAttributes } from "./store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

export const maxLengths = { title: 100, description: 2000, partTitle: 60 } as const;
/** Categories of a class. */
export const maxCategories = 10;
/** Parts of a class. */
export const maxParts = 60;

/** A part of a class, as sent by an editor. */
export interface GivenPart {
  readonly title: string;
  readonly kind: PartRow["kind"];
  readonly startMs: number;
  readonly endMs: number;
  /** Of a part that the class has; null: a new one; undefined: of a client that knows no keys. */
  readonly key?: number | null | undefined;
}

/** A class, as sent by an editor. */
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

/** Normalizes and validates a class's attributes. References are checked by the database. @throws BadInput */
export function readAttributes(given: GivenClass): ClassAttributes {
  const categories = [...new Set(given.categories)];
  if (categories.length > maxCategories)
    throw new BadInput(
      "categories",
      msg("A class can be in up to {maxCategories} categories.", { maxCategories }),
    );
  return {
    title: readLine(given.title, "title", maxLengths.title),
    description: readText(given.description, "description", maxLengths.description),
    level: oneOf(levels, given.level, "level"),
    type: oneOf(classTypes, given.type, "type"),
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
  if (!found) throw new BadInput(field, inEnglish(`Use one of: ${values.join(", ")}.`));
  return found;
}

/**
 * Validates the parts of a class; in order, with their length in eights.
 * @param durationMs length of the class; null while unknown
 * @throws BadInput
 */
export function readParts(
  given: readonly GivenPart[],
  durationMs: number | null,
  beatGrid: readonly TempoSpan[],
): ReadPart[] {
  if (given.length > maxParts)
    throw new BadInput("parts", msg("A class can have up to {maxParts} parts.", { maxParts }));
  let before = 0;
  return given.map(({ key, title, kind, startMs, endMs }, at) => {
    if (startMs < before || endMs <= startMs)
      throw new BadInput(
        "parts",
        msg("Part {at} must start after the previous part and end after it starts.", { at: at + 1 }),
      );
    if (durationMs !== null && endMs > durationMs)
      throw new BadInput("parts", msg("Part {at} must end within the class.", { at: at + 1 }));
    before = endMs;
    return {
      key,
      index: at + 1,
      title: readLine(title, "parts", maxLengths.partTitle),
      kind,
      startMs,
      endMs,
      eights: eightsOf(beatGrid, startMs, endMs),
    };
  });
}

/** Number of eights between two moments of a class, rounded to the nearest. */
export function eightsOf(beatGrid: readonly TempoSpan[], startMs: number, endMs: number): number {
  let beats = 0;
  for (const span of beatGrid) {
    const overlapMs = Math.min(endMs, span.endMs) - Math.max(startMs, span.startMs);
    if (overlapMs > 0) beats += (overlapMs * span.bpm) / 60_000;
  }
  return Math.round(beats / 8);
}

/** Parts with their lengths by a beat grid. */
export const countEights = <Part extends PartRow>(
  parts: readonly Part[],
  beatGrid: readonly TempoSpan[],
): Part[] => parts.map((part) => ({ ...part, eights: eightsOf(beatGrid, part.startMs, part.endMs) }));
