import type { Ctx, Tx } from "../../../ctx.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { readAttributes } from "../editing/attributes.ts";
import { changedAttributes, insertNewClass } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { saveCategories, updateClass } from "../editing/store.ts";
import type { ClassAttributes } from "../editing/store.ts";
import { replaceClassSongs } from "../songs/store-editing.ts";
import { saveItemClass } from "./store.ts";
import type { ImportFields, ImportItemRow } from "./store.ts";

/** What a draft of an import is, validated; the rest is as in the editor's new class. @throws BadInput */
export const draftAttributes = (fields: ImportFields): ClassAttributes =>
  readAttributes({
    isExplicit: false,
    energy: "steady",
    space: "steps",
    usesFloor: false,
    ...fields,
    parts: [],
  });

/** The draft of an item, created when its upload begins. Idempotent. @throws BadInput, NotFound */
export async function draftOf(ctx: Ctx, item: ImportItemRow): Promise<string> {
  if (item.classId) return item.classId;
  const attributes = draftAttributes(item.fields);
  const made = await insertNewClass(ctx, `import:${item.id}`, {
    attributes,
    parts: [],
    finish: async (tx, classId) => {
      if (item.songId) await replaceClassSongs(tx.db, classId, [songUse(item.songId)]);
      await saveItemClass(tx.db, item.id, classId);
    },
  });
  return made.id;
}

/** A song as the only one of a class, all through it. */
export const songUse = (songId: string) => ({
  songId,
  startMs: null,
  endMs: null,
  firstEight: null,
  lastEight: null,
});

/** Changes attributes of a draft. Its revision advances, so that an open editor learns of it. */
export async function changeDraft(tx: Tx, found: EditedClass, fields: Partial<ImportFields>): Promise<void> {
  const changed: EditedClass = { ...found, ...fields };
  await updateClass(tx.db, changed);
  if (fields.categories) await saveCategories(tx.db, found.id, fields.categories);
  // What a job proposes by a file's tags is no one's act.
  if (!tx.viewer) return;
  await recordAuditEntry(tx, {
    action: "catalog.class_changed",
    subject: `class:${found.id}`,
    details: { before: changedAttributes(found, changed), after: changedAttributes(changed, found) },
  });
}
