import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Ctx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { sweepStreams } from "./delivery/streams.ts";
import { purgeAbandoned, rescueUploads } from "./uploads/uploads.ts";
import { orderMissingTimeStretch } from "./time-stretch/job.ts";
import { rescueStranded } from "./transcodes/job.ts";
import { clipFolder, workFolder } from "./paths.ts";

/** Maximum size of the clip cache. Bytes. */
const maxCacheBytes = 20 * 1024 ** 3;
/** A working folder without writes for this long belongs to a dead worker. Milliseconds. */
const workAgeMs = 24 * 60 * 60 * 1000;

/** Runs every minute: a transcode that lost its worker must not appear to be in progress. */
export const rescueJob = defineJob({
  name: "media.rescue",
  schema: z.object({}),
  maxAttempts: 1,
  run: async (ctx) => {
    await rescueUploads(ctx);
    await rescueStranded(ctx);
  },
});

/** Periodic maintenance of media. */
export const maintenanceJob = defineJob({
  name: "media.upkeep",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, run) => {
    await sweepStreams(ctx);
    await sweepWork(ctx);
    await purgeAbandoned(ctx);
    await orderMissingTimeStretch(ctx, run.signal);
    await pruneClips(clipFolder(ctx), maxCacheBytes);
  },
});

async function sweepWork(ctx: Ctx): Promise<void> {
  const root = workFolder(ctx);
  for (const { path, usedAt } of await listFolders(root)) {
    if (usedAt < Date.now() - workAgeMs) await rm(path, { recursive: true, force: true });
  }
}

/** Deletes the least recently used clips until the rest fits. Running transcodes have hard links of their own. */
async function pruneClips(folder: string, maxBytes: number): Promise<void> {
  let bytes = 0;
  for (const entry of (await listFolders(folder)).sort((a, b) => b.usedAt - a.usedAt)) {
    for (const name of await readdir(entry.path)) bytes += (await stat(join(entry.path, name))).size;
    if (bytes > maxBytes) await rm(entry.path, { recursive: true, force: true });
  }
}

async function listFolders(root: string): Promise<{ path: string; usedAt: number }[]> {
  try {
    const entries = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    return await Promise.all(
      entries.map(async ({ name }) => ({
        path: join(root, name),
        usedAt: (await stat(join(root, name))).mtimeMs,
      })),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
