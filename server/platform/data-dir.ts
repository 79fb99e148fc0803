import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config/index.ts";
import type { Log } from "./log.ts";

/**
 * Makes DATA_DIR private to this OS user, including one that an earlier release left readable. Folders get mode 0700, files 0600.
 * A folder's mode protects its content. PostgreSQL protects its own folder.
 */
export function closeDataDir({ dataDir, databaseUrl }: Config, log: Log): void {
  mkdirSync(dataDir, { recursive: true });
  // As root, the embedded PostgreSQL runs as another user. That user may traverse this folder but not list it.
  const isPassage = databaseUrl === null && process.getuid?.() === 0;
  close(dataDir, isPassage ? 0o711 : 0o700, log);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.name === "postgres") continue;
    if (entry.isDirectory()) close(join(dataDir, entry.name), 0o700, log);
    else if (entry.isFile()) close(join(dataDir, entry.name), 0o600, log);
  }
}

function close(path: string, mode: number, log: Log): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process may delete its file. A mounted volume may belong to another user or not support modes.
    if (code === "ENOENT") return;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EROFS") throw error;
    log.warn(
      { path, code },
      "Couldn't set the mode of DATA_DIR. Other users of this machine may be able to read it",
    );
  }
}
