/** The editor's draft of a class, compared with the server's class. Pure functions. */

export const partKinds = ["warm_up", "breakdown", "counts", "slow", "full_out", "cool_down"] as const;
export type PartKind = (typeof partKinds)[number];
export const accessTypes = ["free", "basic", "standard", "premium"] as const;
export type AccessType = (typeof accessTypes)[number];

/** A part as typed. */
export type PartDraft = {
  /** Of a part that the class has; null: a new one. */
  readonly key: number | null;
  readonly title: string;
  readonly kind: PartKind;
  readonly start: string;
  readonly end: string;
};

/** A class as typed. */
export type ClassDraft = {
  readonly title: string;
  readonly description: string;
  /** Slugs; empty while nothing is chosen. */
  readonly instructor: string;
  readonly style: string;
  readonly section: string;
  readonly level: string;
  readonly type: string;
  readonly accessType: AccessType;
  readonly energy: string;
  readonly space: string;
  readonly usesFloor: boolean;
  readonly isExplicit: boolean;
  readonly categories: readonly string[];
  readonly parts: readonly PartDraft[];
};
export type Field = keyof ClassDraft;

/** The editable fields of a class, as the server returns them. */
export type ClassDetails = Omit<ClassDraft, "parts"> & {
  readonly parts: readonly {
    key: number | null;
    title: string;
    kind: PartKind;
    startMs: number;
    endMs: number;
  }[];
};

export const emptyDraft: ClassDraft = {
  title: "",
  description: "",
  instructor: "",
  style: "",
  section: "",
  level: "beginner",
  type: "choreography",
  accessType: "standard",
  energy: "steady",
  space: "steps",
  usesFloor: false,
  isExplicit: false,
  categories: [],
  parts: [],
};
const fields = Object.keys(emptyDraft) as Field[];

/** Parses a typed time into milliseconds: 1:30, 1:30.5 or 1:02:03; null if invalid. */
export function readTime(typed: string): number | null {
  const found = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?:[.,](\d{1,3}))?$/.exec(typed.trim());
  if (!found) return null;
  const [, hours, minutes = "", seconds = "", fraction = ""] = found;
  if (hours !== undefined && Number(minutes) > 59) return null;
  return (
    (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 +
    Number(fraction.padEnd(3, "0"))
  );
}

/** Formats a time for editing, with milliseconds if needed, so that `readTime` gives the same. */
export function writeTime(ms: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  const fraction = String(ms % 1000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const whole =
    hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return fraction ? `${whole}.${fraction}` : whole;
}

/** Creates a draft from the server's class. */
export function draftOf({ parts, ...facts }: ClassDetails): ClassDraft {
  const normalized = Object.fromEntries(
    fields.filter((field) => field !== "parts").map((field) => [field, facts[field as keyof typeof facts]]),
  ) as Omit<ClassDraft, "parts">;
  return {
    ...normalized,
    parts: parts.map(({ key, title, kind, startMs, endMs }) => ({
      key,
      title,
      kind,
      start: writeTime(startMs),
      end: writeTime(endMs),
    })),
  };
}

/** Converts a valid draft to the mutation's input. */
export function inputOf({ parts, ...facts }: ClassDraft) {
  return {
    ...facts,
    categories: [...facts.categories],
    parts: parts.map(({ key, title, kind, start, end }) => ({
      key,
      title,
      kind,
      startMs: readTime(start) ?? 0,
      endMs: readTime(end) ?? 0,
    })),
  };
}

/** Normalizes a field as the server stores it, so that 0:30 and 0:30.0 are equal. */
function normalized(draft: ClassDraft, field: Field): string {
  const line = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  if (field === "title") return line(draft.title);
  if (field === "description") return draft.description.replaceAll("\r\n", "\n").trim();
  if (field === "categories") return draft.categories.toSorted().join(" ");
  if (field === "parts")
    return JSON.stringify(
      draft.parts.map(({ title, kind, start, end }) => [
        line(title),
        kind,
        readTime(start) ?? start,
        readTime(end) ?? end,
      ]),
    );
  return String(draft[field]);
}

/** Fields in which two drafts differ. */
export function differences(one: ClassDraft, other: ClassDraft): Field[] {
  return fields.filter((field) => normalized(one, field) !== normalized(other, field));
}

/**
 * Three-way merge of the draft and the server's class: fields not edited since `before` take the server's
 * value.
 *
 * @returns the draft, and the conflicting fields, which keep the local value
 */
export function merge(
  typed: ClassDraft,
  before: ClassDraft,
  now: ClassDraft,
): { draft: ClassDraft; conflicts: Field[] } {
  const typedOver = differences(typed, before);
  const conflicts = differences(now, before).filter(
    (field) => typedOver.includes(field) && normalized(typed, field) !== normalized(now, field),
  );
  return { draft: withFields(now, typed, typedOver), conflicts };
}

/** Copies some fields of another draft. */
function withFields(draft: ClassDraft, other: ClassDraft, names: readonly Field[]): ClassDraft {
  return { ...draft, ...Object.fromEntries(names.map((name) => [name, other[name]])) };
}

/**
 * Validation error of a part: title, unreadable time, end before start, order, overlap, or beyond the class's
 * end.
 */
export type PartFault = "title" | "start" | "end" | "order" | "overlap" | "beyond";

/**
 * Validation error of each part; null if valid.
 * @param durationMs of the class; null while unknown
 */
export function partFaults(parts: readonly PartDraft[], durationMs: number | null): (PartFault | null)[] {
  let before = 0;
  return parts.map(({ title, start, end }) => {
    const startMs = readTime(start);
    const endMs = readTime(end);
    const earliest = before;
    before = Math.max(before, endMs ?? startMs ?? 0);
    if (title.trim() === "") return "title";
    if (startMs === null) return "start";
    if (endMs === null) return "end";
    if (endMs <= startMs) return "order";
    if (startMs < earliest) return "overlap";
    return durationMs !== null && endMs > durationMs ? "beyond" : null;
  });
}
