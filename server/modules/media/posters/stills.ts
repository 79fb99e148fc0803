import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { AngleKey } from "../../../../contract/angles.ts";
import type { Ctx } from "../../../ctx.ts";
import { limitConcurrency } from "../../../platform/concurrency.ts";
import { workFolder } from "../paths.ts";
import { inputOf } from "../pipeline/hardening.ts";
import { runChild } from "../pipeline/process.ts";
import { encodeLimits, installedTools } from "../pipeline/tools.ts";
import { joinSegments, segmentsOfView } from "../published-segments.ts";
import type { Segment } from "../published-segments.ts";
import { versionPrefix } from "../publish.ts";
import { listAssets } from "../store.ts";
import { chooseStills, judged } from "./propose.ts";
import type { Candidate } from "./propose.ts";
import { findStills, saveStills } from "./store.ts";

/** A still that could stand for a video. */
export interface Still {
  readonly atMs: number;
  /** Of a published image. */
  readonly name: string;
}

const wanted = 6;
/** Stills that are looked at for each one that is proposed. */
const perStill = 3;
/** Programs at a time: an editor waits, others dance. */
const atOnce = 2;
/** Videos at a time in a server, and how many requests may wait. */
const inTurn = limitConcurrency(1, 20);
/** Lines of the largest rendition that stills are taken from. */
const maxLines = 720;

/** Folder of an asset's stills below /pictures/. */
export const stillsFolder = (assetId: string): string => `posters/${assetId}/`;
/** Name of a still below /pictures/. */
export const stillName = (assetId: string, version: string, atMs: number): string =>
  `${stillsFolder(assetId)}${version}/${atMs}.jpg`;

/**
 * Six sharp stills from a published video, spread over it; fewer from a short or dark one. They are made at the first request,
 * from the segments that players get.
 * @throws Unavailable while many videos wait for theirs
 */
export async function stillsOf(ctx: Ctx, assetId: string): Promise<readonly Still[]> {
  const [asset] = await listAssets(ctx.db, [assetId]);
  if (!asset?.version || asset.durationMs === null) return [];
  const { version, durationMs, angles } = asset;
  const made = () => findStills(ctx.db, version);
  const moments =
    (await made()) ??
    // Another request may have made them in the meantime.
    (await inTurn(async () => (await made()) ?? makeStills(ctx, { assetId, version, durationMs, angles })));
  return moments.map((atMs) => ({ atMs, name: stillName(assetId, version, atMs) }));
}

/** Makes and stores stills of a version. @returns their moments, ascending */
async function makeStills(
  ctx: Ctx,
  video: { assetId: string; version: string; durationMs: number; angles: readonly AngleKey[] },
): Promise<readonly number[]> {
  const { assetId, version, durationMs, angles } = video;
  const work = join(workFolder(ctx), `stills-${version}-${randomUUID()}`);
  await mkdir(work, { recursive: true });
  try {
    const segments = await segmentsOfView(ctx, `${versionPrefix(assetId, version)}${angles[0]}/`, maxLines);
    const candidates = await lookAt(ctx, spread(segments, durationMs), work);
    const moments = chooseStills(candidates, durationMs, wanted);
    for (const atMs of moments) {
      const content = await readFile(imagePath(work, atMs));
      await ctx.ports.storage.put(`pictures/${stillName(assetId, version, atMs)}`, content, "image/jpeg");
    }
    await saveStills(ctx.db, version, moments);
    return moments;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Segments spread over a video, each once. */
function spread(segments: readonly Segment[], durationMs: number): Segment[] {
  const count = wanted * perStill;
  const chosen = Array.from({ length: count }, (_unused, index) =>
    segments.findLast(({ atMs }) => atMs <= ((index + 0.5) * durationMs) / count),
  );
  return [...new Set(chosen)].filter((segment) => segment !== undefined);
}

const imagePath = (folder: string, atMs: number): string => join(folder, `${atMs}.jpg`);

/** Writes the first frame of each segment into a folder, and says how bright its pixels are. */
async function lookAt(ctx: Ctx, segments: readonly Segment[], folder: string): Promise<Candidate[]> {
  const limited = limitConcurrency(atOnce);
  return Promise.all(
    segments.map((segment) =>
      limited(async () => {
        const { atMs } = segment;
        const [piece, gray] = [join(folder, `${atMs}.mp4`), join(folder, `${atMs}.gray`)];
        await writeFile(piece, await joinSegments(ctx, [segment]), { mode: 0o600 });
        await runChild({
          program: installedTools().ffmpeg,
          args: [
            ..."-v error -nostdin -y -threads 1 -protocol_whitelist file,pipe -i".split(" "),
            inputOf(piece),
            "-filter_complex",
            `[0:v:0]split=2[a][b];[a]format=yuvj420p[image];[b]scale=${judged.width}:${judged.height}:flags=area,format=gray[gray]`,
            ..."-map [image] -frames:v 1 -map_metadata -1 -q:v 3 -f image2 -update 1".split(" "),
            inputOf(imagePath(folder, atMs)),
            ..."-map [gray] -frames:v 1 -f rawvideo".split(" "),
            inputOf(gray),
          ],
          limits: encodeLimits(1),
        });
        const luma = await readFile(gray);
        await rm(piece, { force: true });
        return { atMs, luma };
      }),
    ),
  );
}
