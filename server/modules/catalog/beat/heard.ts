import { createHash } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { ChangedMeanwhile, DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { change, editedClass, requireClassEditor } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { saveHeard } from "./store-heard.ts";

/** Identifies the counts of a class: its video and its beat grid. */
export function countsKey({ asset, beatGrid }: EditedClass): string {
  const hash = createHash("sha256").update(JSON.stringify([asset?.version ?? null, beatGrid]));
  return hash.digest("hex").slice(0, 32);
}

/**
 * Records that an editor has heard the counts of a class, so that it can be published. Idempotent.
 * @param key of the counts that were heard
 * @throws ChangedMeanwhile for other counts, DomainError without any, Forbidden, NotFound, Unauthenticated
 */
export async function confirmCounts(ctx: Ctx, classId: string, key: string): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  const { accountId } = await requireClassEditor(ctx);
  await change(ctx, id, async (tx, found) => {
    const version = found.asset?.version;
    if (!version || found.beatGrid.length === 0)
      throw new DomainError("NOT_READY", msg("This class has no counts yet."), { status: 409 });
    if (countsKey(found) !== key) throw new ChangedMeanwhile();
    if (found.countsHeardAt) return;
    await saveHeard(tx.db, { id, staffId: accountId, now: tx.clock.now(), version });
    await recordAuditEntry(tx, {
      action: "catalog.counts_heard",
      subject: `class:${id}`,
      details: { version },
    });
  });
  return editedClass(ctx, id);
}
