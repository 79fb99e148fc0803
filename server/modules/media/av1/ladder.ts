import type { FileAngle } from "../pipeline/angle.ts";
import type { Rung } from "../pipeline/ladder.ts";
import { openSamples, renamed, search } from "../pipeline/similarity.ts";
import type { Measured, SampleContext, SampledVideo, Search } from "../pipeline/similarity.ts";

/** Between these constant rate factors the one of equal quality is searched, to this step. */
const [finest, coarsest, step] = [18, 58, 2];
/** An AV1 rendition, except the lowest one of several, has at most this share of the bytes of its H.264 counterpart. */
const maxShare = 0.9;

/**
 * The AV1 renditions of a view: each as similar to its source as the H.264 rendition of its size, in samples of three seconds, and
 * smaller. Others add nothing and are left out, but for the lowest one: slow connections need it. None without the highest one: devices
 * that play AV1 would have less than those that play H.264.
 * @param angle with the rate factors of the H.264 renditions
 * @throws an error that isUnreadable if the source can't be read from the middle
 */
export async function measureAv1Ladder(
  context: SampleContext,
  angle: FileAngle,
  video: SampledVideo,
): Promise<Rung[]> {
  const samples = await openSamples(context, angle, video);
  const searches = angle.rungs.map((rung, index): Search & { rung: Rung; target: Measured } => {
    const target = samples.ofLadder[index]!;
    return {
      rung,
      target,
      low: finest - step,
      high: coarsest,
      atLow: null,
      atHigh: null,
      rungAt: (crf) => av1Of(rung, crf),
      isEnough: ({ ssims }) => meanOf(ssims) >= meanOf(target.ssims),
    };
  });
  await search(samples, searches, step);
  const isSmaller = ({ target, atLow }: (typeof searches)[number]) =>
    atLow !== null && atLow.bytes <= target.bytes * maxShare;
  const [highest, lowest] = [searches[0], searches.at(-1)];
  if (!highest || !isSmaller(highest) || lowest?.atLow === null) return [];
  return searches.filter((one) => one === lowest || isSmaller(one)).map(({ rung, low }) => av1Of(rung, low));
}

const meanOf = (ssims: readonly number[]) => ssims.reduce((sum, ssim) => sum + ssim, 0) / ssims.length;
export const nameInH264 = (rung: Rung): string => renamed("v", rung);
const av1Of = (rung: Rung, crf: number): Rung => ({ ...rung, name: renamed("a", rung), codec: "av1", crf });
