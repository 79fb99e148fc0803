import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isSameText, keyedHash } from "../../../platform/signature.ts";
import { tarSize } from "../../../platform/tar.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { mailPerson, recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { studioExportReadyEmail } from "./emails.ts";
import { studioExportRequested } from "./events.ts";
import {
  deleteOldStudioExports,
  findStudioExport,
  findStudioExportById,
  finishStudioExportRow,
  insertStudioExport,
  lockExports,
} from "./store.ts";
import type { StudioExportRow } from "./store.ts";

const day = 24 * 60 * 60_000;
export const exportDays = 7;
/** After this time an unfinished export counts as failed, and another may be requested. */
const maxMs = day;
/** Lifetime of a link: a download of many hours has to go on with the same one. */
const linkMs = day;

const file = z.object({
  path: z.string(),
  area: z.enum(["media", "uploads"]),
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  modifiedAt: z.coerce.date(),
});
/** A file of an export: its path in the archive, and where its bytes are. */
export type ExportedFile = z.infer<typeof file>;
const list = z.array(file);

/** Storage prefix of what an export writes: the rows, and the list of its files. */
export const studioExportPrefix = (id: string): string => `studio-exports/${id}/`;
const listKey = (id: string): string => `${studioExportPrefix(id)}list.json`;

const inProgressSince = (now: Date): Date => new Date(now.getTime() - maxMs);

/** The export that is ready or in progress, for admins. @throws NotFound, SecondStepRequired, Unauthenticated */
export async function readStudioExport(ctx: Ctx): Promise<StudioExportRow | null> {
  requireStaff(ctx);
  const now = ctx.clock.now();
  return findStudioExport(ctx.db, { now, since: inProgressSince(now) });
}

/**
 * Requests an export of everything, for admins. Returns the one in progress, if any.
 * @throws ConfirmationNeeded, NotFound, SecondStepRequired, Unauthenticated
 */
export async function requestStudioExport(ctx: Ctx): Promise<StudioExportRow> {
  const { accountId } = await requireConfirmedStaff(ctx);
  return ctx.transact(async (tx) => {
    await lockExports(tx.db);
    const now = tx.clock.now();
    const found = await findStudioExport(tx.db, { now, since: inProgressSince(now) });
    if (found && !found.readyAt) return found;
    const made = await insertStudioExport(tx.db, { id: randomUUID(), now });
    await tx.publish(studioExportRequested, { exportId: made.id, personId: accountId });
    await recordAuditEntry(tx, { action: "studio.export_requested", subject: "studio" });
    return made;
  });
}

/**
 * Keeps the list of an export's files, and tells the admin who asked that it is ready. Idempotent.
 * @param made.files in the order of the archive
 */
export async function finishStudioExport(
  ctx: Ctx,
  made: { readonly id: string; readonly personId: string; readonly files: readonly ExportedFile[] },
): Promise<void> {
  const { id, personId, files } = made;
  await ctx.ports.storage.put(listKey(id), Buffer.from(JSON.stringify(files)), "application/json");
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const expiresAt = new Date(now.getTime() + exportDays * day);
    const size = tarSize(files);
    if (await finishStudioExportRow(tx.db, { id, size, files: files.length, now, expiresAt }))
      await mailPerson(tx, { personId, email: studioExportReadyEmail({}) });
  });
}

const signatureOf = (ctx: Ctx, id: string, until: number | string): string =>
  keyedHash(ctx.config.authSecret, `studio-export:${id}.${until}`);

/**
 * A link to the archive that works for a day, with an entry in the audit log. For admins.
 * @throws ConfirmationNeeded, NotFound unless it is ready, SecondStepRequired, Unauthenticated
 */
export async function studioExportLink(ctx: Ctx, id: string): Promise<string> {
  await requireConfirmedStaff(ctx);
  const found = isUuid(id) ? await findStudioExportById(ctx.db, id) : null;
  const now = ctx.clock.now();
  if (!found?.expiresAt || found.expiresAt <= now) throw new NotFound("export");
  const until = Math.min(now.getTime() + linkMs, found.expiresAt.getTime());
  await ctx.transact((tx) =>
    recordAuditEntry(tx, { action: "studio.export_linked", subject: "studio", details: { export: id } }),
  );
  return `${ctx.publicUrl}/studio-exports/${id}/${until}/${signatureOf(ctx, id, until)}/studio.tar`;
}

/**
 * The export of a link with the list of its files.
 * @throws NotFound for an expired or invalid link
 */
export async function studioExportOfLink(
  ctx: Ctx,
  link: { readonly id: string; readonly until: string; readonly signature: string },
): Promise<{ id: string; size: number; files: ExportedFile[] }> {
  const isValid = isUuid(link.id) && isSameText(link.signature, signatureOf(ctx, link.id, link.until));
  const now = ctx.clock.now();
  if (!isValid || Number(link.until) < now.getTime()) throw new NotFound("file");
  const found = await findStudioExportById(ctx.db, link.id);
  if (!found?.expiresAt || found.size === null || found.expiresAt <= now) throw new NotFound("file");
  const stored = await ctx.ports.storage.get(listKey(link.id));
  if (!stored) throw new NotFound("file");
  return { id: link.id, size: found.size, files: list.parse(JSON.parse(await text(stored.content))) };
}

/** Deletes exports that expired or failed, with what they wrote. */
export async function forgetStudioExports(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  for (const id of await deleteOldStudioExports(ctx.db, { now, since: inProgressSince(now) }))
    await ctx.ports.storage.deletePrefix(studioExportPrefix(id));
}
