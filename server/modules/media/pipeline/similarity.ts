import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileAngle } from "./angle.ts";
import { encodeArgs } from "./commands/encode.ts";
import type { EncodePlan, Preset } from "./commands/encode.ts";
import { framesPerSecond, gopFrames } from "./ladder.ts";
import type { FrameRate, Rung } from "./ladder.ts";
import { ChildFailed, runChild } from "./process.ts";
import { encodeLimits } from "./tools.ts";
import type { Tools } from "./tools.ts";

/** Where the samples are, shares of the length. */
const samplesAt = [1 / 6, 1 / 2, 5 / 6] as const;

/** Tools and a folder for measuring. */
export interface SampleContext {
  readonly tools: Tools;
  /** An empty folder; the caller deletes it. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** How a video is encoded, in samples as in whole. */
export interface SampledVideo {
  readonly rate: FrameRate;
  readonly frames: number;
  readonly preset: Preset;
}

/** What a rendition was measured to be. */
export interface Measured {
  /** Structural similarity of each sample to the scaled source: 0 to 1. */
  readonly ssims: readonly number[];
  /** Of all samples. */
  readonly bytes: number;
}

/** Samples of a video: three seconds each from three places, or all of a video that is shorter. */
export interface Samples {
  /** What the ladder's own renditions are, in their order. */
  readonly ofLadder: readonly Measured[];
  /** Encodes other renditions of these sizes. @returns what they are, in their order */
  measure(rungs: readonly Rung[]): Promise<Measured[]>;
}

/** Samples that can't be compared. */
class SamplesUnreadable extends Error {}

/** Whether an encoder couldn't read a part of a source. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof SamplesUnreadable ||
  (error instanceof ChildFailed && ["exit", "cpu", "timeout"].includes(error.fault));

/**
 * Encodes samples of a video by its ladder, and without loss to compare them with.
 * @throws an error that isUnreadable if the source can't be read from the middle; so does `measure`
 */
export async function openSamples(
  context: SampleContext,
  angle: FileAngle,
  video: SampledVideo,
): Promise<Samples> {
  const samples = await Promise.all(
    samplesOf(video.frames, video.rate).map(async ({ first, frames }, index) => {
      const folder = join(context.folder, `sample-${index}`);
      await mkdir(folder);
      return { first, frames, folder };
    }),
  );
  const fps = framesPerSecond(video.rate);
  const plan = { rate: video.rate, preset: video.preset, gainDb: null, stills: null };
  const run = (folder: string, what: EncodePlan) =>
    runChild({
      program: context.tools.ffmpeg,
      args: encodeArgs(what),
      cwd: folder,
      limits: encodeLimits(what.frames / fps),
      signal: context.signal,
      onLine: () => {},
    });
  for (const { first, frames, folder } of samples) {
    const { source, skip, clock } = angle;
    const rungs = angle.rungs.map(referenceOf);
    await run(folder, { ...plan, source, skip: skip + (first / fps) * clock, clock, rungs, frames });
  }
  const measure = async (rungs: readonly Rung[]): Promise<Measured[]> => {
    const measured: Measured[] = [];
    for (const rung of rungs) {
      const { name } = referenceOf(rung);
      const ssims: number[] = [];
      let bytes = 0;
      for (const { frames, folder } of samples) {
        // Without the source, which is decoded from its last keyframe: that may be far.
        const source = { ...angle.source, ...ofReference, path: join(folder, `${name}.mp4`) };
        await run(folder, { ...plan, source, rungs: [rung], frames });
        ssims.push(await ssimOf(context, folder, rung.name, name));
        bytes += (await stat(join(folder, `${rung.name}.mp4`))).size;
      }
      measured.push({ ssims, bytes });
    }
    return measured;
  };
  return { ofLadder: await measure(angle.rungs), measure };
}

/** A search for the coarsest constant rate factor of a rendition that is good enough. */
export interface Search {
  /** The coarsest factor so far that is. At first one that is taken for it without being measured. */
  low: number;
  /** The finest one so far that isn't. At first one that is taken for it without being measured. */
  high: number;
  /** What was measured at them. */
  atLow: Measured | null;
  atHigh: Measured | null;
  /** The rendition with a factor. */
  readonly rungAt: (factor: number) => Rung;
  readonly isEnough: (measured: Measured) => boolean;
}

/** Carries out searches together until each is within a step. */
export async function search(samples: Samples, searches: readonly Search[], step: number): Promise<void> {
  for (;;) {
    const open = searches.filter(({ low, high }) => high - low > step);
    if (open.length === 0) return;
    const factors = open.map(({ low, high }) => low + Math.round((high - low) / 2));
    const measured = await samples.measure(open.map(({ rungAt }, index) => rungAt(factors[index]!)));
    for (const [index, one] of open.entries()) {
      const [factor, found] = [factors[index]!, measured[index]!];
      if (one.isEnough(found)) Object.assign(one, { low: factor, atLow: found });
      else Object.assign(one, { high: factor, atHigh: found });
    }
  }
}

/** Name of a rendition of the same lines in another codec. */
export const renamed = (codec: string, { name }: Rung): string => `${codec}${name.slice(1)}`;
const referenceOf = (rung: Rung): Rung => ({ ...rung, name: renamed("r", rung), codec: "lossless" });
const ofReference = { videoStream: 0, isHdr: false, isInterlaced: false, matrix: "bt709" } as const;

/** Stretches of two GOPs, or the whole video if it is shorter than all of them. */
function samplesOf(frames: number, rate: FrameRate): { first: number; frames: number }[] {
  const length = 2 * gopFrames(rate);
  if (frames <= samplesAt.length * length) return [{ first: 0, frames }];
  return samplesAt.map((share) => ({ first: Math.floor((frames - length) * share), frames: length }));
}

async function ssimOf(
  { tools, signal }: SampleContext,
  folder: string,
  name: string,
  reference: string,
): Promise<number> {
  const { stderr } = await runChild({
    program: tools.ffmpeg,
    args: `-hide_banner -nostdin -i ${name}.mp4 -i ${reference}.mp4 -lavfi [0:v][1:v]ssim -f null -`.split(
      " ",
    ),
    cwd: folder,
    limits: encodeLimits(60),
    signal,
  });
  const found = /SSIM .*All:([\d.]+)/.exec(stderr);
  if (!found) throw new SamplesUnreadable(`ffmpeg reported no similarity: ${stderr.slice(-500)}`);
  return Number(found[1]);
}
