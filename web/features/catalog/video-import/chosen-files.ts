import type { LocalFiles } from "./local-files.ts";

// Files that start an import wait here until its page takes them.
const held = new Map<string, LocalFiles>();

export const holdFiles = (importId: string, files: LocalFiles): void => void held.set(importId, files);

/** Files that were chosen for an import, once. */
export function takeFiles(importId: string): LocalFiles | null {
  const files = held.get(importId) ?? null;
  held.delete(importId);
  return files;
}
