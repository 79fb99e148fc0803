import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mainAngle } from "../../../../contract/angles.ts";
import type { Ctx } from "../../../ctx.ts";
import { bare, quiet } from "../pipeline/commands/flags.ts";
import { inputOf } from "../pipeline/hardening.ts";
import { runChild } from "../pipeline/process.ts";
import { encodeLimits, installedTools } from "../pipeline/tools.ts";
import { joinSegments, segmentsOf, segmentsOfView } from "../published-segments.ts";
import type { Segment } from "../published-segments.ts";

/** A stretch of a video. Milliseconds. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

const maxLines = 720;
const fadeSeconds = 0.3;
/** Small enough for a phone's connection: at most 5 MB in 15 s. */
const coding =
  "-c:v libx264 -preset medium -profile:v high -crf 23 -maxrate 2500k -bufsize 5000k -pix_fmt yuv420p -movflags +faststart -f mp4";

/**
 * Renders a stretch of a published version as one MP4, its sound faded in and out. It starts to play before all of it has arrived.
 * @param prefix of the version in the storage
 * @param folder where it works
 * @returns the file
 */
export async function renderTrailer(
  ctx: Ctx,
  { prefix, fromMs, toMs }: Stretch & { readonly prefix: string },
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const stretch = { fromMs, toMs };
  const view = `${prefix}${mainAngle}/`;
  const video = await writeStretch(ctx, await segmentsOfView(ctx, view, maxLines), stretch, folder, "video");
  if (!video) throw new Error(`The segments of ${view} aren't in the storage`);
  const soundSegments = (await segmentsOf(ctx, `${view}sound/index.m3u8`)) ?? [];
  const sound = await writeStretch(ctx, soundSegments, stretch, folder, "sound");
  const seconds = (toMs - fromMs) / 1000;
  const path = join(folder, "trailer.mp4");
  const fades = `afade=t=in:d=${fadeSeconds},afade=t=out:st=${(seconds - fadeSeconds).toFixed(3)}:d=${fadeSeconds}`;
  await runChild({
    program: installedTools().ffmpeg,
    args: [
      ...quiet,
      ..."-loglevel error -protocol_whitelist file,pipe".split(" "),
      ...video,
      ...(sound ?? []),
      ..."-map 0:v:0".split(" "),
      ...(sound ? ["-map", "1:a:0", "-af", fades, ..."-c:a aac -b:a 128k".split(" ")] : []),
      ...bare,
      "-t",
      seconds.toFixed(3),
      ...coding.split(" "),
      inputOf(path),
    ],
    limits: encodeLimits(seconds),
    signal,
  });
  return path;
}

/** Writes what a stretch needs of a rendition. @returns ffmpeg's arguments that read it from the stretch's start; null without segments */
async function writeStretch(
  ctx: Ctx,
  segments: readonly Segment[],
  { fromMs, toMs }: Stretch,
  folder: string,
  name: string,
): Promise<string[] | null> {
  const needed = segments.filter(
    ({ atMs }, at) => atMs < toMs && (segments[at + 1]?.atMs ?? Infinity) > fromMs,
  );
  const [first] = needed;
  if (!first) return null;
  const path = join(folder, `${name}.mp4`);
  await writeFile(path, await joinSegments(ctx, needed), { mode: 0o600 });
  return ["-ss", ((fromMs - first.atMs) / 1000).toFixed(3), "-i", inputOf(path)];
}
