import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileAngle } from "../pipeline/angle.ts";
import { encodeArgs } from "../pipeline/commands/encode.ts";
import type { Preset } from "../pipeline/commands/encode.ts";
import { framesPerSecond, gopFrames } from "../pipeline/ladder.ts";
import type { FrameRate, Rung } from "../pipeline/ladder.ts";
import { ChildFailed, runChild } from "../pipeline/process.ts";
import { encodeLimits } from "../pipeline/tools.ts";
import type { Tools } from "../pipeline/tools.ts";

/** Between these constant rate factors the one of equal quality is searched, to this step. */
const [finest, coarsest, step] = [18, 58, 2];
/** An AV1 rendition, except the lowest one of several, has at most this share of the bytes of its H.264 counterpart. */
const maxShare = 0.9;
/** Where the samples are, shares of the length. */
const samplesAt = [1 / 6, 1 / 2, 5 / 6] as const;

/** Tools and a folder for measuring. */
export interface MeasureContext {
  readonly tools: Tools;
  /** An empty folder; the caller deletes it. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

interface Measured {
  /** Structural similarity to the scaled source, mean of the samples: 0 to 1. */
  readonly ssim: number;
  /** Of all samples. */
  readonly bytes: number;
}

interface Search {
  /** In H.264. */
  readonly rung: Rung;
  readonly target: Measured;
  /** The coarsest constant rate factor so far that is as similar. */
  low: number;
  /** The finest one so far that isn't. */
  high: number;
  /** At `low`. */
  bytes: number;
}

/** Samples that can't be compared. */
class SamplesUnreadable extends Error {}

/** Whether an encoder couldn't read a part of a source. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof SamplesUnreadable ||
  (error instanceof ChildFailed && ["exit", "cpu", "timeout"].includes(error.fault));

/**
 * The AV1 renditions of a view: each as similar to its source as the H.264 rendition of its size, in samples of three seconds, and
 * smaller. Others add nothing and are left out, but for the lowest one: slow connections need it. None without the highest one: devices
 * that play AV1 would have less than those that play H.264.
 * @throws an error that isUnreadable if the source can't be read from the middle
 */
export async function measureAv1Ladder(
  context: MeasureContext,
  angle: FileAngle,
  video: { readonly rate: FrameRate; readonly frames: number; readonly preset: Preset },
): Promise<Rung[]> {
  const samples = await Promise.all(
    samplesOf(video.frames, video.rate).map(async ({ first, frames }, index) => {
      const folder = join(context.folder, `sample-${index}`);
      await mkdir(folder);
      return { first, frames, folder };
    }),
  );
  const encode = async (rungs: readonly Rung[]) => {
    for (const { first, frames, folder } of samples) {
      const seconds = frames / framesPerSecond(video.rate);
      await runChild({
        program: context.tools.ffmpeg,
        args: encodeArgs({
          source: angle.source,
          skip: angle.skip + (first / framesPerSecond(video.rate)) * angle.clock,
          clock: angle.clock,
          rungs,
          rate: video.rate,
          frames,
          preset: video.preset,
          gainDb: null,
          stills: null,
        }),
        cwd: folder,
        limits: encodeLimits(seconds),
        signal: context.signal,
        onLine: () => {},
      });
    }
  };
  const measure = async (rung: Rung): Promise<Measured> => {
    let [ssim, bytes] = [0, 0];
    for (const { folder } of samples) {
      ssim += (await ssimOf(context, folder, rung.name, referenceOf(rung).name)) / samples.length;
      bytes += (await stat(join(folder, `${rung.name}.mp4`))).size;
    }
    return { ssim, bytes };
  };

  await encode(angle.rungs.map(referenceOf));
  await encode(angle.rungs);
  const searches: Search[] = [];
  for (const rung of angle.rungs) {
    const target = await measure(rung);
    searches.push({ rung, target, low: finest - step, high: coarsest, bytes: Infinity });
  }
  for (;;) {
    const open = searches.filter(({ low, high }) => high - low > step);
    if (open.length === 0) break;
    const tried = open.map((search) => ({
      search,
      rung: av1Of(search.rung, Math.round((search.low + search.high) / 2)),
    }));
    await encode(tried.map(({ rung }) => rung));
    for (const { search, rung } of tried) {
      const { ssim, bytes } = await measure(rung);
      if (ssim >= search.target.ssim) Object.assign(search, { low: rung.crf, bytes });
      else search.high = rung.crf;
    }
  }
  const isSmaller = ({ target, bytes }: Search) => bytes <= target.bytes * maxShare;
  const [highest, lowest] = [searches[0], searches.at(-1)];
  if (!highest || !isSmaller(highest) || lowest?.bytes === Infinity) return [];
  return searches
    .filter((search) => search === lowest || isSmaller(search))
    .map(({ rung, low }) => av1Of(rung, low));
}

/** Name of a rendition of the same lines in another codec. */
const renamed = (codec: string, { name }: Rung) => `${codec}${name.slice(1)}`;
export const nameInH264 = (rung: Rung): string => renamed("v", rung);
const referenceOf = (rung: Rung): Rung => ({ ...rung, name: renamed("r", rung), codec: "lossless" });
const av1Of = (rung: Rung, crf: number): Rung => ({ ...rung, name: renamed("a", rung), codec: "av1", crf });

/** Stretches of two GOPs, or the whole video if it is shorter than all of them. */
function samplesOf(frames: number, rate: FrameRate): { first: number; frames: number }[] {
  const length = 2 * gopFrames(rate);
  if (frames <= samplesAt.length * length) return [{ first: 0, frames }];
  return samplesAt.map((share) => ({ first: Math.floor((frames - length) * share), frames: length }));
}

async function ssimOf(
  { tools, signal }: MeasureContext,
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
