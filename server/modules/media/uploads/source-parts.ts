import { access, mkdir, open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "../../../ctx.ts";
import { StorageFull } from "../../../platform/storage.ts";
import { ObjectGone, receive } from "../download.ts";
import { sourceFolder } from "../paths.ts";
import { joined, missingFrom } from "../pipeline/spans.ts";
import type { Span } from "../pipeline/spans.ts";
import { sourceKey, SourceMissing } from "./source-files.ts";
import { findUpload } from "./store.ts";

/** Beyond this share of a source for one part, reading it whole is as good. */
const maxShare = 0.7;

/** A copy of an upload's file that has some of its bytes, and zeros elsewhere. */
export interface PartialSource {
  readonly path: string;
  /** What it has. */
  readonly spans: readonly Span[];
}

interface PartialSourceReader {
  /**
   * Adds some spans.
   * @returns null where the whole file is there, or as good to read
   * @throws SourceMissing, StorageFull, StorageUnavailable, the signal's reason, errors of the disk and the database
   */
  add(spans: readonly Span[], signal: AbortSignal): Promise<PartialSource | null>;
  /** Deletes the copy. */
  remove(): Promise<void>;
}

/**
 * Reads parts of an upload's file from the store, into one file of its size.
 * @param folder of the job; the file has the name that the whole one would have
 */
export function partialSource(ctx: Ctx, assetId: string, folder: string): PartialSourceReader {
  const partFolder = join(folder, "part");
  const path = join(partFolder, `source-${assetId}`);
  let filled: readonly Span[] = [];
  const add = async (spans: readonly Span[], signal: AbortSignal) => {
    const upload = await findUpload(ctx.db, assetId);
    if (!upload?.isInStore || (await isThere(join(sourceFolder(ctx), assetId)))) return null;
    const key = sourceKey(assetId);
    const object = await ctx.ports.storage.stat(key);
    if (!object) throw new SourceMissing(key);
    if (bytesOf(joined(spans)) > object.size * maxShare) return null;
    const missing = missingFrom(spans, filled);
    await mkdir(partFolder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < bytesOf(missing)) throw new StorageFull();
    {
      await using whole = await open(path, filled.length > 0 ? "r+" : "w", 0o600);
      await whole.truncate(object.size);
    }
    for (const span of missing) {
      await using part = await open(path, "r+");
      try {
        await receive(ctx.ports.storage, object, { start: span.start, end: span.end - 1 }, part, signal);
      } catch (error) {
        throw error instanceof ObjectGone ? new SourceMissing(key) : error;
      }
      filled = joined([...filled, span]);
    }
    return { path, spans: filled };
  };
  const remove = async () => {
    await rm(partFolder, { recursive: true, force: true });
    filled = [];
  };
  return { add, remove };
}

const bytesOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
