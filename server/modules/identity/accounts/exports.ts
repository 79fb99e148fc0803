import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isSameText, keyedHash } from "../../../platform/signature.ts";
import { requireConfirmed } from "../sessions/sessions.ts";
import { exportRequested } from "../events.ts";
import { mailPerson } from "../emails/send.ts";
import { requireHolder } from "../viewer.ts";
import { exportReadyEmail } from "../emails/templates.ts";
import {
  deleteExpiredExports,
  findExport,
  findExportById,
  finishExportOf,
  insertExport,
  lockPersonOf,
} from "../deletion/store.ts";
import type { ExportRow } from "../deletion/store.ts";

const day = 24 * 60 * 60_000;
/** Retention of an export. */
export const exportDays = 7;
/** After this time an unfinished export counts as failed, and another may be requested. */
const maxMs = day;
/** Lifetime of a download link. */
const linkMs = 10 * 60_000;

/** Storage key of an export. */
export const exportKey = (copy: { id: string; personId: string }): string =>
  `exports/${copy.personId}/${copy.id}.zip`;

/** The viewer's data export, finished or in progress. */
export async function readExport(ctx: Ctx, personId: string): Promise<ExportRow | null> {
  const now = ctx.clock.now();
  return findExport(ctx.db, { personId, now, since: new Date(now.getTime() - maxMs) });
}

/**
 * Requests an export of all data of the viewer's account and family. Returns an existing one in progress.
 * @throws ConfirmationNeeded, Forbidden, RegistrationRequired, Unauthenticated
 */
export async function requestExport(ctx: Ctx): Promise<ExportRow> {
  const { accountId: personId, sessionId } = requireHolder(ctx);
  await requireConfirmed(ctx, sessionId);
  return ctx.transact(async (tx) => (await orderExport(tx, personId)).copy);
}

/** Requests an export of an account, unless one is in progress or ready. The caller has checked who may. */
export async function orderExport(tx: Tx, personId: string): Promise<{ copy: ExportRow; isNew: boolean }> {
  await lockPersonOf(tx.db, personId);
  const now = tx.clock.now();
  const found = await findExport(tx.db, { personId, now, since: new Date(now.getTime() - maxMs) });
  if (found) return { copy: found, isNew: false };
  const copy = await insertExport(tx.db, { id: randomUUID(), personId, now });
  await tx.publish(exportRequested, { exportId: copy.id, personId });
  return { copy, isNew: true };
}

/** Marks an export as ready, and notifies the person. Idempotent. */
export async function finishExport(ctx: Ctx, made: { id: string; size: number }): Promise<void> {
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const expiresAt = new Date(now.getTime() + exportDays * day);
    const person = await finishExportOf(tx.db, { ...made, now, expiresAt });
    if (person)
      await mailPerson(tx, { personId: person.personId, email: exportReadyEmail({ name: person.name }) });
  });
}

const signatureOf = (ctx: Ctx, id: string, until: number | string): string =>
  keyedHash(ctx.config.authSecret, `export:${id}.${until}`);

/** A signed link to an export, valid for ten minutes; null while in progress. */
export function exportUrl(ctx: Ctx, copy: ExportRow): string | null {
  if (!copy.readyAt) return null;
  const until = ctx.clock.now().getTime() + linkMs;
  return `${ctx.publicUrl}/exports/${copy.id}/${until}/${signatureOf(ctx, copy.id, until)}/eightcount.zip`;
}

/**
 * The export of a signed link.
 * @throws NotFound for an expired or invalid link
 */
export async function exportByLink(
  ctx: Ctx,
  link: { id: string; until: string; signature: string },
): Promise<ExportRow> {
  const isSignatureValid = isSameText(link.signature, signatureOf(ctx, link.id, link.until));
  const now = ctx.clock.now();
  if (!isSignatureValid || Number(link.until) < now.getTime()) throw new NotFound("file");
  const copy = await findExportById(ctx.db, link.id);
  if (!copy?.expiresAt || copy.expiresAt <= now) throw new NotFound("file");
  return copy;
}

/** Deletes expired exports with their files. */
export async function deleteOldExports(ctx: Ctx): Promise<void> {
  for (const copy of await deleteExpiredExports(ctx.db, ctx.clock.now()))
    await ctx.ports.storage.delete(exportKey(copy));
}
