import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FileAngle } from "./angle.ts";
import { encodeArgs } from "./commands/encode.ts";
import type { Preset } from "./commands/encode.ts";
import { soundArgs } from "./commands/sound.ts";
import type { StretchStore, TranscodeContext } from "./context.ts";
import type { StillsPlan } from "./filters.ts";
import { sourceFlags } from "./hardening.ts";
import { cutStills, joinRenditions } from "./joining.ts";
import { framesPerSecond, gopFrames } from "./ladder.ts";
import type { FrameRate } from "./ladder.ts";
import { measureSeconds } from "./measure.ts";
import { ChildFailed, runChild } from "./process.ts";
import { frameReader } from "./progress.ts";
import { encodeLimits } from "./tools.ts";

/** How long a stretch is, seconds, rounded to whole segments; the last one is up to twice as long. An interrupted transcode encodes at most one again. */
const stretchSeconds = 60;
/** Shorter videos are encoded in one piece, seconds. */
const minSeconds = 2.5 * stretchSeconds;
/** Part of a frame's length before a stretch that is decoded, too: less than half, so that the frame before rounds away. */
const leadFrames = 0.499;

interface Stretch {
  readonly first: number;
  readonly frames: number;
}

/** Divides frames into stretches of whole segments. Null for a video that is encoded in one piece. */
export function stretchesOf(frames: number, rate: FrameRate): Stretch[] | null {
  const fps = framesPerSecond(rate);
  if (frames < minSeconds * fps) return null;
  const segment = 2 * gopFrames(rate);
  const length = Math.max(1, Math.round((stretchSeconds * fps) / segment)) * segment;
  const count = Math.max(1, Math.floor(frames / length));
  // The last one takes the rest: a stretch of a few frames may be beyond the last one that can be read.
  return Array.from({ length: count }, (_unused, index) => ({
    first: index * length,
    frames: index === count - 1 ? frames - index * length : length,
  }));
}

export interface StretchWork {
  readonly rate: FrameRate;
  readonly frames: number;
  readonly stills: StillsPlan | null;
  /** Gain for the sound, decibels; null omits sound. */
  readonly gainDb: number | null;
  readonly preset: Preset;
  readonly folder: string;
  /** Unique among the angles of a class. */
  readonly name: string;
  readonly onPart: (part: number) => void;
}

/**
 * Encodes a long file stretch by stretch, stores each, and joins them. Stretches that an earlier attempt stored aren't encoded again.
 * @returns false for a source that can't be read from the middle: it must be encoded in one piece
 */
export async function encodeInStretches(
  context: TranscodeContext,
  store: StretchStore,
  { angle, stretches }: { readonly angle: FileAngle; readonly stretches: readonly Stretch[] },
  work: StretchWork,
): Promise<boolean> {
  const files = angle.rungs.map(({ name }) => `${name}.mp4`);
  const folders = stretches.map((_stretch, index) => join(work.folder, `stretch-${index}`));
  for (const [index, stretch] of stretches.entries()) {
    const folder = folders[index]!;
    const name = nameOf(angle, stretch, work);
    await mkdir(folder);
    if (!(await store.fetch(name, folder, files))) {
      const onPart = (part: number) => work.onPart((0.9 * (index + part)) / stretches.length);
      const frames = await encodeStretch(context, angle, stretch, { ...work, onPart }, folder);
      const isLast = index === stretches.length - 1;
      if (frames === 0 || (frames < stretch.frames && !isLast)) {
        for (const each of folders) await rm(each, { recursive: true, force: true });
        return false;
      }
      await store.save(name, folder, files);
    }
    work.onPart((0.9 * (index + 1)) / stretches.length);
  }
  if (work.gainDb !== null) {
    await runChild({
      program: context.tools.ffmpeg,
      args: soundArgs(angle.source.path, work.gainDb, work.frames / framesPerSecond(work.rate), {
        stream: angle.source.audioStream === null ? null : `0:${angle.source.audioStream}`,
        flags: sourceFlags,
        skip: angle.skip,
      }),
      cwd: work.folder,
      limits: encodeLimits(work.frames / framesPerSecond(work.rate)),
      signal: context.signal,
    });
  }
  await joinRenditions(
    context,
    angle.rungs,
    stretches.map(({ frames }, index) => ({ folder: folders[index]!, frames })),
    work,
  );
  for (const folder of folders) await rm(folder, { recursive: true });
  work.onPart(0.95);
  if (work.stills) {
    const joined = join(work.folder, files[0]!);
    const seconds = await measureSeconds(context.tools, joined, context.signal);
    await cutStills(context, angle.rungs, work.stills, seconds, work);
  }
  work.onPart(1);
  return true;
}

function argsOf(
  { source, rungs, skip, clock }: FileAngle,
  { first, frames }: Stretch,
  { rate, preset }: StretchWork,
): string[] {
  const fps = framesPerSecond(rate);
  return encodeArgs({
    source,
    skip: skip + (first / fps) * clock,
    lead: first === 0 ? 0 : (leadFrames / fps) * clock,
    clock,
    rungs,
    rate,
    frames,
    preset,
    gainDb: null,
    stills: null,
  });
}

/** Where a stretch is stored. Of another source, or encoded otherwise, it has another name. */
function nameOf(angle: FileAngle, stretch: Stretch, work: StretchWork): string {
  const { path, ...source } = angle.source;
  const args = argsOf({ ...angle, source: { ...angle.source, path: "" } }, stretch, work);
  const hash = createHash("sha256").update(JSON.stringify({ file: basename(path), source, args }));
  return `${work.name}-${stretch.first}-${hash.digest("hex").slice(0, 20)}`;
}

/** Encodes all renditions of a stretch into a folder. @returns how many frames each has; 0 if it can't be read by itself */
async function encodeStretch(
  context: TranscodeContext,
  angle: FileAngle,
  stretch: Stretch,
  work: StretchWork,
  folder: string,
): Promise<number> {
  let encoded = 0;
  try {
    await runChild({
      program: context.tools.ffmpeg,
      args: argsOf(angle, stretch, work),
      cwd: folder,
      limits: encodeLimits(stretch.frames / framesPerSecond(work.rate)),
      signal: context.signal,
      onLine: frameReader((count) => {
        encoded = count;
        work.onPart(count / stretch.frames);
      }),
    });
  } catch (error) {
    // With few keyframes, all that is before a stretch must be decoded for it, which may take too long.
    const isUnreadable =
      error instanceof ChildFailed &&
      (error.fault === "exit" || (stretch.first > 0 && (error.fault === "cpu" || error.fault === "timeout")));
    if (isUnreadable) return 0;
    throw error;
  }
  return encoded;
}
