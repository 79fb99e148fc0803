import { BadInput } from "../errors.ts";
import { faultOf } from "../text.ts";
import { isUuid } from "../uuid.ts";
import { builder } from "./builder.ts";
import { inEnglish } from "../i18n/messages.ts";

/** Maximum page size. */
export const maxPageSize = 100;

/** Default page size. */
const usualPage = 24;

export const Pagination = builder.inputType("Pagination", {
  description:
    "`first` rows (24 unless told, 100 at most) that follow the cursor `after`, which is a former page's `nextCursor`.",
  fields: (t) => ({ first: t.int(), after: t.string() }),
});

/** Validates the requested page size. @throws BadInput */
export function pageSize(first: number | null | undefined, field = "pagination.first"): number {
  const size = first ?? usualPage;
  if (size < 1 || size > maxPageSize)
    throw new BadInput(field, inEnglish(`Request 1 to ${maxPageSize} rows at a time.`));
  return size;
}

/** Encodes a position in a keyset-paged list as an opaque string. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** Times that both JavaScript and PostgreSQL support: the years 1 to 9999, in milliseconds since 1970. */
const times = { from: -62_135_596_800_000, to: 253_402_300_799_999 } as const;
const timestampForm =
  /^(\d{4})-(\d\d)-(\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/;

/** Whether a text is a timestamp as PostgreSQL prints it, to the microsecond. */
export function isTimestamp(text: unknown): text is string {
  if (typeof text !== "string") return false;
  const [, year, month, day] = timestampForm.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Kinds of a cursor's parts, with the type that each is decoded to. */
interface CursorKinds {
  readonly string: string;
  /** The id of a row. */
  readonly uuid: string;
  /** An integer of at least 0 that fits into 32 bits. */
  readonly count: number;
  /** A safe integer of at least 1. */
  readonly serial: number;
  /** Milliseconds since 1970. */
  readonly time: Date;
  /** A timestamp as PostgreSQL prints it. */
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
 * Decodes a position that `encodeCursor` wrote. `kinds` lists the type of each part, so that a foreign or forged cursor never
 * reaches the database.
 * @throws BadInput
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
    // Falls through to the error below: the text isn't one of our cursors.
  }
  throw new BadInput(field, inEnglish("This cursor is from another list. Start again without a cursor."));
}
