import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Storage } from "../../platform/storage.ts";

const contentTypes: Readonly<Record<string, string>> = {
  m3u8: "application/vnd.apple.mpegurl",
  m4s: "video/iso.segment",
  m4a: "audio/mp4",
  mp4: "video/mp4",
  vtt: "text/vtt; charset=utf-8",
  jpg: "image/jpeg",
  webp: "image/webp",
  png: "image/png",
};

/** Content type by file extension. */
export function contentTypeOf(name: string): string {
  return contentTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

/** Storage prefix of a version of an asset. */
export function versionPrefix(assetId: string, version: string): string {
  return `assets/${assetId}/${version}/`;
}

/** Files uploaded concurrently. */
const maxUploads = 8;

/**
 * Uploads all files below a folder to a prefix; the folder may be empty afterwards. On an error it waits for the other
 * uploads, so that the caller can delete them.
 * @returns total bytes
 */
export async function publishFolder(
  storage: Storage,
  folder: string,
  prefix: string,
  signal: AbortSignal,
): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const remaining = files.values();
  let bytes = 0;
  let failure: { error: unknown } | null = null;
  const put = async () => {
    for (const file of remaining) {
      if (failure) return;
      try {
        signal.throwIfAborted();
        const path = join(file.parentPath, file.name);
        // Awaited before adding: `bytes +=` would read a stale total while other uploads run.
        const { size } = await stat(path);
        bytes += size;
        await storage.put(
          prefix + relative(folder, path).replaceAll("\\", "/"),
          { path, mayMove: true },
          contentTypeOf(file.name),
        );
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: maxUploads }, put));
  // TypeScript doesn't see that `put` may have assigned it.
  const failed = failure as { error: unknown } | null;
  if (failed) throw failed.error;
  return bytes;
}

/**
 * Stores an image under a content hash, so that it can be cached indefinitely.
 * @returns the name
 */
export async function publishByContent(storage: Storage, path: string): Promise<string> {
  const content = await readFile(path);
  const name = `${createHash("sha256").update(content).digest("hex").slice(0, 32)}${path.slice(path.lastIndexOf("."))}`;
  await storage.put(`pictures/${name}`, content, contentTypeOf(name));
  return name;
}
