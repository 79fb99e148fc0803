import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "../../../ctx.ts";
import { workFolder } from "../paths.ts";
import { bare, quiet } from "../pipeline/commands/flags.ts";
import { aac } from "../pipeline/commands/sound.ts";
import { inputOf, soundFlags } from "../pipeline/hardening.ts";
import { runChild } from "../pipeline/process.ts";
import { encodeLimits, installedTools } from "../pipeline/tools.ts";
import { versionPrefix } from "../publish.ts";
import { fetchSound } from "../published-sound.ts";

/** Fades in and out, so that a cut in the middle of a phrase doesn't click. Seconds. */
const [fadeIn, fadeOut] = [0.25, 1.5];

/** A stretch of a published version's sound. Milliseconds. */
export interface SoundStretch {
  readonly assetId: string;
  readonly version: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Cuts a stretch of the sound of a published version, with soft ends and without metadata.
 * @returns an MP4 with AAC; null if the version has no sound
 * @throws ChildFailed
 */
export async function cutSound(
  ctx: Ctx,
  { assetId, version, startMs, endMs }: SoundStretch,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const folder = join(workFolder(ctx), `cut-${version}-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    const path = join(folder, "published.mp4");
    if (!(await fetchSound(ctx, versionPrefix(assetId, version), path))) return null;
    const seconds = (endMs - startMs) / 1000;
    const cut = join(folder, "cut.m4a");
    await runChild({
      program: installedTools().ffmpeg,
      args: [
        ...quiet,
        "-loglevel",
        "error",
        ...soundFlags,
        "-ss",
        (startMs / 1000).toFixed(3),
        "-t",
        seconds.toFixed(3),
        "-i",
        inputOf(path),
        "-map",
        "0:a:0",
        "-af",
        `afade=t=in:d=${fadeIn},afade=t=out:st=${(seconds - fadeOut).toFixed(3)}:d=${fadeOut}`,
        ...bare,
        "-movflags",
        "+faststart",
        ...aac,
        cut,
      ],
      cwd: folder,
      limits: encodeLimits(seconds),
      signal,
    });
    return await readFile(cut);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
