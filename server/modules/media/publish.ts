import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Storage } from "../../platform/storage.ts";

const contentTypes: Readonly<Record<string, string>> = {
  m3u8: "application/vnd.apple.mpegurl",
  m4s: "video/iso.segment",
  mp4: "video/mp4",
  vtt: "text/vtt; charset=utf-8",
  jpg: "image/jpeg",
  webp: "image/webp",
  png: "image/png",
};

/** Content type by a file's ending. */
export function contentTypeOf(name: string): string {
  return contentTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

/** Where a version of an asset lies in the storage. */
export function versionPrefix(assetId: string, version: string): string {
  return `assets/${assetId}/${version}/`;
}

/** Files that are put at once. */
const atOnce = 8;

/** Puts all files below a folder under a prefix; the folder may be empty afterwards. */
export async function publishFolder(storage: Storage, folder: string, prefix: string, signal: AbortSignal): Promise<void> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const left = files.values();
  const put = async () => {
    for (const file of left) {
      signal.throwIfAborted();
      const path = join(file.parentPath, file.name);
      await storage.put(prefix + relative(folder, path), { path, mayMove: true }, contentTypeOf(file.name));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, put));
}
