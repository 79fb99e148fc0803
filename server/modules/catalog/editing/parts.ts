import type { Ctx, Tx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { countEights } from "./attributes.ts";
import { change, editedClass } from "./classes.ts";
import { findEdited } from "./store.ts";
import type { EditedClass } from "./store.ts";
import { replaceParts, replaceUnplacedParts } from "./store-parts.ts";

/** Recounts the eights of a class's parts after its beat grid has changed. */
export async function recountParts(tx: Tx, id: string): Promise<void> {
  const found = await findEdited(tx.db, id);
  if (found?.durationMs) await replaceParts(tx.db, id, countEights(found.parts, found.beatGrid));
}

/**
 * Deletes a part that the video of its class doesn't have. Members' mastery of it stays, unseen: a key is never used twice.
 * @throws NotFound, Unauthenticated
 */
export async function deleteUnplacedPart(ctx: Ctx, classId: string, key: number): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    const part = found.unplacedParts.find((one) => one.key === key);
    if (!part) throw new NotFound("part");
    await replaceUnplacedParts(
      tx.db,
      id,
      found.unplacedParts.filter((one) => one !== part),
    );
    await recordAuditEntry(tx, {
      action: "catalog.unplaced_part_deleted",
      subject: `class:${id}`,
      details: { title: part.title },
    });
  });
  return editedClass(ctx, id);
}
