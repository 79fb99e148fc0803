import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { installedTools } from "../pipeline/tools.ts";
import { publishFolder, versionPrefix } from "../publish.ts";
import { laneOf, workFolder } from "../workplace.ts";
import { renderSlowSounds } from "./render.ts";
import { canSlowDown, slowPercents } from "./stretch.ts";
import { findVersion, listWithoutSlowSound, saveSlowSounds } from "./store.ts";

/** After every transcode that waits in its lane: nobody waits for this, the browser slows the sound meanwhile. */
const priority = 1000;
/** Classes of before that are ordered at once. */
const atOnce = 100;

/** Makes the slow sounds of a published version, from its own sound. */
export const slowSoundsJob = defineJob({
  name: "media.render_slow_sounds",
  schema: z.object({ assetId: z.uuid(), version: z.uuid() }),
  maxAttempts: 3,
  run: async (ctx: Ctx, { assetId, version }, run) => {
    const tools = installedTools();
    const asset = await findVersion(ctx.db, assetId);
    if (asset?.version !== version || asset.durationMs === null) return;
    if (!(await canSlowDown(tools, run.signal))) return;
    const prefix = versionPrefix(assetId, version);
    const folder = join(workFolder(ctx), `slow-${version}`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    try {
      const sound = join(folder, "published.mp4");
      await fetchSound(ctx, `${prefix}front/sound/`, sound);
      const shop = { tools, folder, signal: run.signal };
      const made = await renderSlowSounds(shop, sound, asset.durationMs / 1000);
      const bytes = await publishFolder(ctx.ports.storage, made, `${prefix}slow/`, run.signal);
      const slow = { id: assetId, version, percents: slowPercents, bytes };
      if (!(await saveSlowSounds(ctx.db, slow)) && (await findVersion(ctx.db, assetId))?.version !== version)
        await ctx.ports.storage.deletePrefix(`${prefix}slow/`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Orders the slow sounds of a version that was just published, or that was before there were any. */
export function requestSlowSounds(tx: Tx, assetId: string, version: string): Promise<void> {
  return tx.enqueue(
    slowSoundsJob,
    { assetId, version },
    { key: `slow-${version}`, queue: laneOf(assetId), priority },
  );
}

/** Orders what was published before slow sounds were made, or could be. */
export async function orderMissingSlowSounds(ctx: Ctx, signal: AbortSignal): Promise<void> {
  if (!(await canSlowDown(installedTools(), signal))) return;
  const missing = await listWithoutSlowSound(ctx.db, slowSoundsJob.name, atOnce);
  if (missing.length === 0) return;
  await ctx.transact(async (tx) => {
    for (const { id, version } of missing) await requestSlowSounds(tx, id, version);
  });
}

/** One file of the published segments: they are parts of one fragmented MP4. */
async function fetchSound(ctx: Ctx, prefix: string, path: string): Promise<void> {
  const segments: string[] = [];
  for await (const { key } of ctx.ports.storage.list(prefix)) if (key.endsWith(".m4s")) segments.push(key);
  for (const [index, key] of [`${prefix}init.mp4`, ...segments.toSorted()].entries()) {
    const found = await ctx.ports.storage.get(key);
    if (!found) throw new Error(`The sound of a published class is not in the storage: ${key}`);
    await pipeline(found.content, createWriteStream(path, { flags: index === 0 ? "w" : "a" }));
  }
}
