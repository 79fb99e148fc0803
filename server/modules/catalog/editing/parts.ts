import type { Tx } from "../../../ctx.ts";
import { refitParts } from "./attributes.ts";
import { findEdited, replaceParts } from "./store.ts";

/** Recounts the eights of a class's parts after its beat grid has changed. */
export async function recountParts(tx: Tx, id: string): Promise<void> {
  const found = await findEdited(tx.db, id);
  if (found?.durationMs)
    await replaceParts(tx.db, id, refitParts(found.parts, found.durationMs, found.beatGrid));
}
