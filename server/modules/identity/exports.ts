import { randomUUID } from "node:crypto";
import type { Ctx } from "../../ctx.ts";
import { NotFound } from "../../platform/errors.ts";
import { isSameText, keyedHash } from "../../platform/signature.ts";
import { requireConfirmed } from "./sessions.ts";
import { exportRequested } from "./events.ts";
import { mailPerson } from "./mails.ts";
import { requireHolder } from "./viewer.ts";
import { exportReadyEmail } from "./letters.ts";
import {
  deleteExpiredExports,
  findExport,
  findExportById,
  finishExportOf,
  insertExport,
  lockPersonOf,
} from "./store-leaving.ts";
import type { ExportRow } from "./store-leaving.ts";

const day = 24 * 60 * 60_000;
/** How long a copy is kept. */
const retentionMs = 7 * day;
/** One that isn't ready after this long won't be: then another may be asked for. */
const maxMs = day;
/** How long a link to it works. */
const linkMs = 10 * 60_000;

/** Where a copy lies in the storage. */
export const exportKey = (copy: { id: string; personId: string }): string =>
  `exports/${copy.personId}/${copy.id}.zip`;

/** The copy of everything about the viewer's account that is there or being made. */
export async function readExport(ctx: Ctx, personId: string): Promise<ExportRow | null> {
  const now = ctx.clock.now();
  return findExport(ctx.db, { personId, now, since: new Date(now.getTime() - maxMs) });
}

/**
 * Asks for a copy of everything about the viewer's account and its family. Asked again meanwhile, it is the same copy.
 * @throws ConfirmationNeeded, Forbidden, RegistrationRequired, Unauthenticated
 */
export async function requestExport(ctx: Ctx): Promise<ExportRow> {
  const { accountId: personId, sessionId } = requireHolder(ctx);
  await requireConfirmed(ctx, sessionId);
  return ctx.transact(async (tx) => {
    await lockPersonOf(tx.db, personId);
    const now = tx.clock.now();
    const found = await findExport(tx.db, { personId, now, since: new Date(now.getTime() - maxMs) });
    if (found) return found;
    const made = await insertExport(tx.db, { id: randomUUID(), personId, now });
    await tx.publish(exportRequested, { exportId: made.id, personId });
    return made;
  });
}

/** Says that a copy is ready, and tells its person. Harmless twice. */
export async function finishExport(ctx: Ctx, made: { id: string; size: number }): Promise<void> {
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const expiresAt = new Date(now.getTime() + retentionMs);
    const person = await finishExportOf(tx.db, { ...made, now, expiresAt });
    if (person) await mailPerson(tx, { personId: person.personId, ...exportReadyEmail(person.name) });
  });
}

const signatureOf = (ctx: Ctx, id: string, until: number | string): string =>
  keyedHash(ctx.config.authSecret, `export:${id}.${until}`);

/** A link to a copy that works for ten minutes; null while it is made. */
export function exportUrl(ctx: Ctx, copy: ExportRow): string | null {
  if (!copy.readyAt) return null;
  const until = ctx.clock.now().getTime() + linkMs;
  return `${ctx.publicUrl}/exports/${copy.id}/${until}/${signatureOf(ctx, copy.id, until)}/eightcount.zip`;
}

/** The copy that a link leads to. @throws NotFound for a link that is over, or isn't ours */
export async function exportByLink(
  ctx: Ctx,
  link: { id: string; until: string; signature: string },
): Promise<ExportRow> {
  const isOurs = isSameText(link.signature, signatureOf(ctx, link.id, link.until));
  const now = ctx.clock.now();
  if (!isOurs || Number(link.until) < now.getTime()) throw new NotFound("file");
  const copy = await findExportById(ctx.db, link.id);
  if (!copy?.expiresAt || copy.expiresAt <= now) throw new NotFound("file");
  return copy;
}

/** Deletes copies that are over, with their files. */
export async function deleteOldExports(ctx: Ctx): Promise<void> {
  for (const copy of await deleteExpiredExports(ctx.db, ctx.clock.now()))
    await ctx.ports.storage.delete(exportKey(copy));
}
