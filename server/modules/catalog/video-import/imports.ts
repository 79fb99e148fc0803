import { randomUUID } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { readLine } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { checkNamed, requireClassEditor } from "../editing/classes.ts";
import type { ClassEditor, EditedClass } from "../editing/classes.ts";
import { listManagedById } from "../managing/store.ts";
import { draftAttributes } from "./drafts.ts";
import {
  deleteUnusedItems,
  findImportItem,
  findVideoImport,
  insertVideoImport,
  listImportItems,
  listVideoImports,
} from "./store.ts";
import type { ImportDefaults, ImportItemRow, VideoImportRow } from "./store.ts";

/** How long a file is remembered that never became a class. Days. */
export const unusedItemDays = 30;
const maxName = 100;

/** A file of an import, with its class once it has one. */
export interface ImportItem extends ImportItemRow {
  readonly edited: EditedClass | null;
}

/** Whether a viewer may see an import: editors all, teachers their own. */
export const maySee = ({ own }: ClassEditor, found: Pick<VideoImportRow, "instructor">): boolean =>
  own === null || found.instructor === own;

/**
 * The newest imports that the viewer may see, 20 at a time. For editors and teachers.
 * @param after id of the last one that the viewer has; null: from the newest on
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function videoImports(ctx: Ctx, after: string | null): Promise<VideoImportRow[]> {
  const { own } = await requireClassEditor(ctx);
  if (after !== null && !isUuid(after)) throw new BadInput("after", inEnglish("Send the id of an import."));
  return listVideoImports(ctx.db, own, after);
}

/** An import, for editors and its teacher. @throws NotFound, Unauthenticated */
export async function videoImport(ctx: Ctx, id: string): Promise<VideoImportRow> {
  const editor = await requireClassEditor(ctx);
  const found = isUuid(id) ? await findVideoImport(ctx.db, id.toLowerCase()) : null;
  if (!found || !maySee(editor, found)) throw new NotFound("import");
  return found;
}

/** A file of an import that the viewer may change. @throws NotFound, Unauthenticated */
export async function importItem(ctx: Ctx, id: string): Promise<ImportItemRow> {
  const editor = await requireClassEditor(ctx);
  const item = isUuid(id) ? await findImportItem(ctx.db, id.toLowerCase()) : null;
  const found = item && (await findVideoImport(ctx.db, item.importId));
  if (!found || !maySee(editor, found)) throw new NotFound("import");
  return item;
}

/** Items with their classes, in the same order. */
export async function withClasses(
  ctx: Pick<Ctx, "db">,
  items: readonly ImportItemRow[],
): Promise<ImportItem[]> {
  const ids = [...new Set(items.flatMap(({ classId }) => classId ?? []))];
  const classes = ids.length > 0 ? await listManagedById(ctx.db, ids) : [];
  const byId = new Map(classes.map((one) => [one.id, one]));
  return items.map((item) => ({ ...item, edited: (item.classId && byId.get(item.classId)) || null }));
}

/**
 * All files of an import, in the order in which they were added. A class that an editor took from the import's teacher isn't the
 * import's any more.
 */
export async function itemsOf(ctx: Ctx, { id, instructor }: VideoImportRow): Promise<ImportItem[]> {
  const items = await withClasses(ctx, await listImportItems(ctx.db, id));
  return items.map((item) =>
    instructor !== null && item.edited?.instructor !== instructor ? { ...item, edited: null } : item,
  );
}

/**
 * Begins an import. For editors; and for teachers, with their own instructor page.
 * @param given.defaults what its drafts begin with where their files say nothing else
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function startVideoImport(
  ctx: Ctx,
  given: { readonly name: string; readonly defaults: ImportDefaults },
): Promise<VideoImportRow> {
  const editor = await requireClassEditor(ctx);
  const name = readLine(given.name, "name", maxName);
  const attributes = draftAttributes({ ...given.defaults, title: name, description: "", categories: [] });
  await checkNamed(ctx, attributes, editor);
  const { level, type, accessType, style, instructor, section } = attributes;
  const defaults: ImportDefaults = { level, type, accessType, style, instructor, section };
  const id = randomUUID();
  await ctx.transact(async (tx) => {
    await insertVideoImport(tx.db, { id, name, now: tx.clock.now(), instructor: editor.own, defaults });
    await recordAuditEntry(tx, { action: "catalog.video_import_started", subject: `video_import:${id}` });
  });
  return videoImport(ctx, id);
}

/** Forgets files that never became a class. */
export const forgetUnusedItems = (ctx: Ctx): Promise<void> =>
  deleteUnusedItems(ctx.db, new Date(ctx.clock.now().getTime() - unusedItemDays * 24 * 60 * 60 * 1000));
