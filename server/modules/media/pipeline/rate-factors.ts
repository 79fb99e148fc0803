import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import type { FileAngle } from "./angle.ts";
import type { RateFactorStore, TranscodeContext } from "./context.ts";
import { framesPerSecond } from "./ladder.ts";
import type { Rung } from "./ladder.ts";
import { ChildFailed } from "./process.ts";
import { isUnreadable, openSamples, search } from "./similarity.ts";
import type { Measured, SampleContext, SampledVideo, Search } from "./similarity.ts";

/** Shorter videos have the ladder's factors: measuring one would take about as long as encoding it. Seconds. */
const minSeconds = 60;
/** A rendition is at least as similar to its source as one of these says: by itself, or less than the ladder's factor makes it. */
const [transparent, maxFall] = [0.985, 0.002];
/** A rendition's factor is at most this much above the ladder's. */
const maxRaise = 6;
/** Between factors this far apart, similarity is nearly a straight line. */
const step = 3;

/** Constant rate factors by the name of the rendition. */
export const rateFactors = z.record(z.string(), z.number().positive());
export type RateFactors = z.output<typeof rateFactors>;
/** File of a published version with the factors of its views by name, beside their folders. A view without any has the ladder's. */
export const rateFactorsFile = "rate-factors.json";
/** Content of that file. */
export const rateFactorsOfViews = z.record(z.string(), rateFactors);

/** A ladder with other rate factors, where some are given. */
export const withFactors = (rungs: readonly Rung[], factors: RateFactors): Rung[] =>
  rungs.map((rung) => ({ ...rung, crf: factors[rung.name] ?? rung.crf }));

/**
 * The rate factors of a view: the highest ones that don't show, in samples. Measured once for a transcode, also if it is interrupted.
 * Those of the ladder, with a note, if the samples can't be measured: encoding the whole may still succeed.
 * @param video.name of the view, unique in its transcode
 * @returns null for a video too short to be measured: the ladder's
 */
export async function chooseRateFactors(
  context: TranscodeContext,
  angle: FileAngle,
  video: SampledVideo & { readonly name: string },
): Promise<RateFactors | null> {
  const store = context.rateFactors;
  if (!store || video.frames < minSeconds * framesPerSecond(video.rate)) return null;
  const name = nameOf(angle, video);
  const found = await store.find(name);
  if (found) return found;
  const factors = await measured(context, store, angle, video);
  await store.save(name, factors);
  return factors;
}

async function measured(
  context: TranscodeContext,
  store: RateFactorStore,
  angle: FileAngle,
  video: SampledVideo & { readonly name: string },
): Promise<RateFactors> {
  const folder = join(context.folder, `samples-${video.name}`);
  await mkdir(folder);
  try {
    return await measureRateFactors({ ...context, folder }, angle, video);
  } catch (error) {
    const isOfSource =
      isUnreadable(error) ||
      (error instanceof ChildFailed && (error.fault === "memory" || error.fault === "file_size"));
    if (!isOfSource) throw error;
    store.noteUnmeasured(error);
    return Object.fromEntries(angle.rungs.map(({ name, crf }) => [name, crf]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the highest rate factors, up to 6 above the ladder's, at which each sample stays similar enough to its source. Noise can't be
 * reproduced: bits that only go there don't raise the similarity, and are saved.
 * @throws an error that isUnreadable if the source can't be read from the middle
 */
export async function measureRateFactors(
  context: SampleContext,
  angle: FileAngle,
  video: SampledVideo,
): Promise<RateFactors> {
  const samples = await openSamples(context, angle, video);
  const raised = (rung: Rung, by: number): Rung => ({ ...rung, crf: rung.crf + by });
  // Most often the largest sizes of clean footage need no more than that.
  const atMost = await samples.measure(angle.rungs.map((rung) => raised(rung, maxRaise)));
  const searches = angle.rungs.map((rung, index) => {
    const [atLow, atHigh] = [samples.ofLadder[index]!, atMost[index]!];
    const needed = atLow.ssims.map((ssim) => Math.min(transparent, ssim - maxFall));
    const isEnough = ({ ssims }: Measured) => ssims.every((ssim, sample) => ssim >= needed[sample]!);
    const rungAt = (by: number) => raised(rung, by);
    const low = isEnough(atHigh) ? maxRaise : 0;
    return { low, high: maxRaise, atLow, atHigh, needed, rungAt, isEnough };
  });
  await search(samples, searches, step);
  const factors = angle.rungs.map(({ name, crf }, index): [string, number] => {
    return [name, Math.floor(10 * (crf + raiseOf(searches[index]!))) / 10];
  });
  return Object.fromEntries(factors);
}

/**
 * Where the similarity falls to what each sample needs, by a straight line between two measured factors. It falls faster the higher the
 * factor, so that it is above the line.
 */
function raiseOf({
  low,
  high,
  atLow,
  atHigh,
  needed,
}: Search & { readonly needed: readonly number[] }): number {
  if (low === high || !atLow || !atHigh) return low;
  const shares = needed.map((ssim, sample) => {
    const [before, after] = [atLow.ssims[sample]!, atHigh.ssims[sample]!];
    return after >= ssim ? 1 : (before - ssim) / (before - after);
  });
  return low + (high - low) * Math.min(...shares);
}

/** Of another source, or encoded otherwise, the factors have another name. */
function nameOf(
  angle: FileAngle,
  { name, rate, frames, preset }: Parameters<typeof chooseRateFactors>[2],
): string {
  const { path, ...source } = angle.source;
  const what = { file: basename(path), ...angle, source, rate, frames, preset };
  return `${name}-${createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 20)}`;
}
