import { BadInput } from "../errors.ts";
import { isUuid } from "../uuid.ts";
import { builder } from "./builder.ts";

/** The most rows that one page may hold. */
export const largestPage = 100;

/** How many rows a page holds unless the client says. */
export const usualPage = 24;

export const Pagination = builder.inputType("Pagination", {
  description:
    "`first` rows (24 unless told, 100 at most) that follow the cursor `after`, which is a former page's `nextCursor`.",
  fields: (t) => ({ first: t.int(), after: t.string() }),
});

/** How many rows the client wants. */
export function pageSize(first: number | null | undefined, field = "pagination.first"): number {
  const size = first ?? usualPage;
  if (size < 1 || size > largestPage)
    throw new BadInput(field, `Ask for 1 to ${largestPage} rows at a time.`);
  return size;
}

/** A position in a keyset-paged list as opaque text. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/**
 * The position that `encodeCursor` wrote. `kinds` says what each of its parts must be, so that a cursor of another list,
 * or one made up, is refused: a `uuid` is a string that can be the id of a row.
 */
export function decodeCursor(
  cursor: string | null | undefined,
  kinds: readonly ("string" | "number" | "uuid")[],
  field = "pagination.after",
): (string | number)[] | null {
  if (cursor === null || cursor === undefined) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (
      Array.isArray(key) &&
      key.length === kinds.length &&
      key.every((part, at) => (kinds[at] === "uuid" ? isUuid(part) : typeof part === kinds[at]))
    )
      return key;
  } catch {
    // Falls through to the refusal below: the text isn't one of our cursors.
  }
  throw new BadInput(field, "This cursor doesn't belong to this list. Start again without one.");
}
