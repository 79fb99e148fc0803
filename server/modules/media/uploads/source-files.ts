import { mkdir, rename, rm, statfs, utimes } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Ctx } from "../../../ctx.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { StorageFull } from "../../../platform/storage.ts";
import { downloadObject, ObjectGone } from "../download.ts";
import { linkOrCopy } from "../link-or-copy.ts";
import { sourceFolder } from "../paths.ts";
import { findUpload } from "./store.ts";
import type { UploadRow } from "./store.ts";

/** Prefix of all objects of an upload. */
const uploadPrefix = (assetId: string): string => `uploads/${assetId}/`;
/** Key of an upload's file. */
export const sourceKey = (assetId: string): string => `${uploadPrefix(assetId)}source`;
/** Key of the bytes behind the last whole part of an upload that isn't complete. */
export const tailKey = (assetId: string): string => `${uploadPrefix(assetId)}tail`;

/** Folder of uploads on the disk; files stay until their transcode ends. */
export function uploadFolder(ctx: Pick<Ctx, "config">): string {
  return join(ctx.config.dataDir, "uploads");
}

/** Path of an upload's file on the disk. */
export function uploadPath(ctx: Pick<Ctx, "config">, assetId: string): string {
  return join(uploadFolder(ctx), assetId);
}

/** The file of an upload isn't where it should be. Something of ours is wrong, not the file. */
export class SourceMissing extends Error {
  constructor(where: string) {
    super(`A source video is missing: ${where}`);
    this.name = "SourceMissing";
  }
}

/**
 * Joins the parts of an upload in the store whose bytes have all arrived. Idempotent.
 * @returns false if bytes are still missing
 */
export async function finishParts(ctx: Ctx, upload: UploadRow): Promise<boolean> {
  const { assetId, multipartId, receivedBytes, sizeBytes } = upload;
  const { storage } = ctx.ports;
  if (!storage.multipart || !multipartId || receivedBytes < sizeBytes) return false;
  await storage.multipart.finish(sourceKey(assetId), multipartId, sizeBytes);
  await storage.delete(tailKey(assetId));
  return true;
}

/** Deletes everything that the store has of an upload. */
export async function dropStored(ctx: Ctx, assetId: string): Promise<void> {
  const { storage } = ctx.ports;
  const upload = await findUpload(ctx.db, assetId);
  if (upload?.multipartId) await storage.multipart?.abort(sourceKey(assetId), upload.multipartId);
  await storage.deletePrefix(uploadPrefix(assetId));
}

/** How long an unfinished object that no upload names may stay. Milliseconds. */
const orphanedMs = 24 * 60 * 60 * 1000;

/** Deletes unfinished objects that no running upload names: their server died before it could record them. */
export async function abortOrphans(ctx: Ctx): Promise<void> {
  const { multipart } = ctx.ports.storage;
  if (!multipart) return;
  const before = ctx.clock.now().getTime() - orphanedMs;
  for await (const { key, multipartId, begunAt } of multipart.list("uploads/")) {
    if (begunAt.getTime() > before) continue;
    const assetId = key.split("/")[1] ?? "";
    const upload = isUuid(assetId) ? await findUpload(ctx.db, assetId) : null;
    if (upload?.multipartId === multipartId && upload.endedAt === null) continue;
    await multipart.abort(key, multipartId);
  }
}

/**
 * Reads an upload's file from the store into this worker's own folder, once for all jobs there. A file that is on the disk, without
 * a store, stays where it is and may be missing.
 * @param folder of the job, on the same disk; the file there is a link of its own
 * @returns its path
 * @throws SourceMissing, StorageUnavailable, StorageFull
 */
export async function openSource(
  ctx: Ctx,
  assetId: string,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const upload = await findUpload(ctx.db, assetId);
  if (upload && !upload.isInStore) return uploadPath(ctx, assetId);
  const cached = join(sourceFolder(ctx), assetId);
  const path = join(folder, `source-${assetId}`);
  try {
    await utimes(cached, new Date(), new Date());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await download(ctx, assetId, cached, signal);
  }
  await linkOrCopy(cached, path);
  return path;
}

/** Deletes this worker's copy of an upload's file, which stays in the store. */
export async function forgetSource(ctx: Ctx, assetId: string): Promise<void> {
  await rm(join(sourceFolder(ctx), assetId), { force: true });
}

async function download(ctx: Ctx, assetId: string, to: string, signal: AbortSignal): Promise<void> {
  const key = sourceKey(assetId);
  const object = await ctx.ports.storage.stat(key);
  if (!object) throw new SourceMissing(key);
  await mkdir(sourceFolder(ctx), { recursive: true });
  const { bavail, bsize } = await statfs(sourceFolder(ctx));
  if (bavail * bsize < object.size) throw new StorageFull();
  const draft = `${to}.${randomUUID()}.draft`;
  try {
    await downloadObject(ctx.ports.storage, object, draft, signal);
    await rename(draft, to);
  } catch (error) {
    throw error instanceof ObjectGone ? new SourceMissing(key) : error;
  } finally {
    await rm(draft, { force: true });
  }
}
