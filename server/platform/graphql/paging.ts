import { BadInput } from "../errors.ts";
import { faultOf } from "../text.ts";
import { isUuid } from "../uuid.ts";
import { builder } from "./builder.ts";

/** The most rows that one page may hold. */
export const maxPageSize = 100;

/** How many rows a page holds unless the client says. */
const usualPage = 24;

export const Pagination = builder.inputType("Pagination", {
  description:
    "`first` rows (24 unless told, 100 at most) that follow the cursor `after`, which is a former page's `nextCursor`.",
  fields: (t) => ({ first: t.int(), after: t.string() }),
});

/** How many rows the client wants. */
export function pageSize(first: number | null | undefined, field = "pagination.first"): number {
  const size = first ?? usualPage;
  if (size < 1 || size > maxPageSize)
    throw new BadInput(field, `Ask for 1 to ${maxPageSize} rows at a time.`);
  return size;
}

/** A position in a keyset-paged list as opaque text. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** Moments that both JavaScript and PostgreSQL know: the years 1 to 9999, in milliseconds since 1970. */
const times = { from: -62_135_596_800_000, to: 253_402_300_799_999 } as const;
const timestampForm =
  /^(\d{4})-(\d\d)-(\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/;

/** Whether a text is a moment as PostgreSQL prints it, to the microsecond. */
export function isTimestamp(text: unknown): text is string {
  if (typeof text !== "string") return false;
  const [, year, month, day] = timestampForm.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** What a part of a cursor can be, and what it is read as. */
interface CursorKinds {
  readonly string: string;
  /** The id of a row. */
  readonly uuid: string;
  /** A whole number from 0 on that fits into 32 bits. */
  readonly count: number;
  /** A whole number from 1 on that is exact. */
  readonly serial: number;
  /** Milliseconds since 1970. */
  readonly time: Date;
  /** A moment as PostgreSQL prints it. */
  readonly timestamp: string;
}

const kindChecks: { readonly [Kind in keyof CursorKinds]: (part: unknown) => boolean } = {
  string: (part) => typeof part === "string" && faultOf(part) === null,
  uuid: isUuid,
  count: (part) => Number.isInteger(part) && Number(part) >= 0 && Number(part) < 2 ** 31,
  serial: (part) => Number.isSafeInteger(part) && Number(part) >= 1,
  time: (part) => Number.isInteger(part) && Number(part) >= times.from && Number(part) <= times.to,
  timestamp: isTimestamp,
};

/**
 * The position that `encodeCursor` wrote. `kinds` says what each of its parts must be, so that a cursor of another list,
 * or one made up, is refused before the database sees it. @throws BadInput
 */
export function decodeCursor<const Kinds extends readonly (keyof CursorKinds)[]>(
  cursor: string | null | undefined,
  kinds: Kinds,
  field = "pagination.after",
): { -readonly [At in keyof Kinds]: CursorKinds[Kinds[At]] } | null {
  if (cursor === null || cursor === undefined) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (
      Array.isArray(key) &&
      key.length === kinds.length &&
      kinds.every((kind, at) => kindChecks[kind](key[at]))
    )
      return kinds.map((kind, at) =>
        kind === "time" ? new Date(key[at] as number) : (key[at] as unknown),
      ) as {
        -readonly [At in keyof Kinds]: CursorKinds[Kinds[At]];
      };
  } catch {
    // Falls through to the refusal below: the text isn't one of our cursors.
  }
  throw new BadInput(field, "This cursor doesn't belong to this list. Start again without one.");
}
