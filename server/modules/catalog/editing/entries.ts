import type { Ctx } from "../../../ctx.ts";
import { isForeignKeyViolation } from "../../../platform/db.ts";
import { BadInput, DomainError, NotFound } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { readLine } from "../../../platform/text.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { removeTranslations } from "../../site/index.ts";
import { requireEditor } from "./classes.ts";
import { dropOwnImage } from "./entry-images.ts";
import { maxLengths, NameTaken } from "./library.ts";
import {
  deleteEntry,
  findEntry,
  isEntryNameTaken,
  lockEntryOrder,
  saveEntry,
  saveEntryOrder,
} from "./store-entries.ts";
import type { DeletedKind, EntryKind, MovedKind } from "./store-entries.ts";
import { leaveImports } from "./store-instructors.ts";

export { entryKinds, movedKinds } from "./store-entries.ts";

/** Classes, or categories of a section, still stand under the entry. */
class EntryInUse extends DomainError {
  constructor() {
    super("LIBRARY_ENTRY_IN_USE", msg("Move its classes first. This includes drafts."), { status: 409 });
  }
}

const subjectOf = (kind: DeletedKind, slug: string): string => `${kind}:${slug}`;

/**
 * Renames a style, category or section, and changes the description of the latter two. The slug stays, and with it every link.
 * @throws BadInput, NameTaken, NotFound, Unauthenticated
 */
export async function changeEntry(
  ctx: Ctx,
  kind: EntryKind,
  given: { readonly slug: string; readonly name: string; readonly description: string | null },
): Promise<void> {
  requireEditor(ctx);
  const name = readLine(given.name, "name", maxLengths.name);
  const typed = given.description?.trim();
  const described = typed ? readLine(typed, "description", maxLengths.description) : null;
  await ctx.transact(async (tx) => {
    const before = await findEntry(tx.db, kind, given.slug);
    if (!before) throw new NotFound(kind);
    // A section's description is a text of its page, if an empty one.
    const description = kind === "section" ? (described ?? "") : described;
    if (await isEntryNameTaken(tx.db, kind, { slug: given.slug, name }))
      throw new NameTaken("name", msg("The library has this name already."));
    await saveEntry(tx.db, kind, { slug: given.slug, name, description });
    await recordAuditEntry(tx, {
      action: "catalog.entry_renamed",
      subject: subjectOf(kind, given.slug),
      details: { from: before.name, to: name },
    });
  });
}

/** Deletes an unused style, category or section, or an instructor without a class. @throws EntryInUse, NotFound, Unauthenticated */
export async function removeEntry(ctx: Ctx, kind: DeletedKind, slug: string): Promise<void> {
  requireEditor(ctx);
  try {
    await ctx.transact(async (tx) => {
      const found = await findEntry(tx.db, kind, slug);
      if (!found) throw new NotFound(kind);
      if (found.isUsed) throw new EntryInUse();
      if (kind !== "section") await dropOwnImage(tx, kind, slug);
      if (kind === "instructor") await leaveImports(tx.db, slug);
      await deleteEntry(tx.db, kind, slug);
      if (kind !== "instructor") await removeTranslations(tx, kind, slug);
      await recordAuditEntry(tx, {
        action: "catalog.entry_deleted",
        subject: subjectOf(kind, slug),
        details: { name: found.name },
      });
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new EntryInUse();
    throw error;
  }
}

/**
 * Moves a style or section among all of them, or a category among those of its section.
 * @param by -1 for one place earlier, 1 for one later; at an end nothing changes
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function moveEntry(ctx: Ctx, kind: MovedKind, slug: string, by: number): Promise<void> {
  requireEditor(ctx);
  if (by !== -1 && by !== 1) throw new BadInput("by", inEnglish("Move by -1 or 1."));
  await ctx.transact(async (tx) => {
    const slugs = await lockEntryOrder(tx.db, kind, slug);
    const at = slugs.indexOf(slug);
    if (at < 0) throw new NotFound(kind);
    const neighbor = slugs[at + by];
    if (neighbor === undefined) return;
    slugs[at] = neighbor;
    slugs[at + by] = slug;
    await saveEntryOrder(tx.db, kind, slugs);
    await recordAuditEntry(tx, {
      action: "catalog.entry_moved",
      subject: subjectOf(kind, slug),
      details: {},
    });
  });
}
