import type { Ctx, Tx } from "../../../ctx.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { classPublicationChanged, classReleased } from "../events.ts";
import type { ReleaseAudience } from "../following/audience.ts";
import { releaseAlerts } from "../upcoming/store-alerts.ts";
import { change, editedClass, lacksOf, NotReady, requireEditor } from "./classes.ts";
import type { EditedClass } from "./classes.ts";
import { savePublished, saveReleaseAudience } from "./store-publication.ts";

/** @param now null takes it out of the library */
async function setPublished(tx: Tx, classId: string, now: Date | null): Promise<void> {
  await savePublished(tx.db, classId, now);
  await tx.publish(classPublicationChanged, { classId });
}

/** Takes a class out of the library. */
export const withdraw = (tx: Tx, classId: string): Promise<void> => setPublished(tx, classId, null);

/** Puts a class into the library. Only the first time is it announced, except to those who asked to be notified. */
export async function release(tx: Tx, found: EditedClass): Promise<void> {
  const { id, firstPublishedAt, releaseAudience: audience } = found;
  await setPublished(tx, id, tx.clock.now());
  const isAnnounced = firstPublishedAt === null && audience !== "no_one";
  const asked = await releaseAlerts(tx.db, id, tx.clock.now());
  if (isAnnounced || asked > 0)
    await tx.publish(classReleased, { classId: id, audience: isAnnounced ? audience : "no_one" });
}

/** Publishes a class that is ready, as an editor. */
export async function publishFound(tx: Tx, found: EditedClass): Promise<void> {
  await release(tx, found);
  await recordAuditEntry(tx, { action: "catalog.class_published", subject: `class:${found.id}` });
}

/** Unpublishes a class, or takes its date of release back, as an editor. */
export async function unpublishFound(tx: Tx, { id }: EditedClass): Promise<void> {
  await withdraw(tx, id);
  await recordAuditEntry(tx, { action: "catalog.class_unpublished", subject: `class:${id}` });
}

/**
 * Publishes a class; the first time, it counts as new and the people are told whom an editor chose. Idempotent.
 * @throws NotReady, NotFound, Unauthenticated
 */
export async function publishClass(ctx: Ctx, classId: string): Promise<EditedClass> {
  requireEditor(ctx);
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    const [lack] = lacksOf(found);
    if (lack) throw new NotReady(lack);
    if (!found.publishedAt) await publishFound(tx, found);
  });
  return editedClass(ctx, id);
}

/**
 * Unpublishes a class; its progress, loops and comments stay. Idempotent.
 * @throws NotFound, Unauthenticated
 */
export async function unpublishClass(ctx: Ctx, classId: string): Promise<EditedClass> {
  requireEditor(ctx);
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    if (found.publishedAt) await unpublishFound(tx, found);
  });
  return editedClass(ctx, id);
}

/**
 * Chooses whom publishing a class tells. It changes nothing for a class that was published before. Idempotent.
 * @throws NotFound, Unauthenticated
 */
export async function setReleaseAudience(
  ctx: Ctx,
  classId: string,
  audience: ReleaseAudience,
): Promise<EditedClass> {
  requireEditor(ctx);
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    if (found.releaseAudience === audience) return;
    await saveReleaseAudience(tx.db, id, audience);
    await recordAuditEntry(tx, {
      action: "catalog.release_audience_set",
      subject: `class:${id}`,
      details: { before: found.releaseAudience, after: audience },
    });
  });
  return editedClass(ctx, id);
}
