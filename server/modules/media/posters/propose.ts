/** Chooses stills that could stand for a video. Pure. */

/** A still that was looked at. */
export interface Candidate {
  readonly atMs: number;
  /** Brightness of its pixels in rows, 0 to 255. */
  readonly luma: Uint8Array;
}

/** Size of the stills that are judged, pixels. */
export const judged = { width: 160, height: 90 } as const;
/** Mean brightness below which a still counts as black, and above which as white. */
const [darkest, brightest] = [24, 235];
/** Deviation of the brightness below which a still shows nothing. */
const minContrast = 8;

/**
 * The sharpest still of each part of the video, of equal length.
 * @param candidates ascending
 * @param wanted how many parts; those without a usable still are left out
 * @returns their moments, ascending
 */
export function chooseStills(candidates: readonly Candidate[], durationMs: number, wanted: number): number[] {
  return Array.from({ length: wanted }, (_unused, part) => {
    const inPart = candidates.filter(
      ({ atMs }) => Math.min(wanted - 1, Math.floor((atMs / durationMs) * wanted)) === part,
    );
    const usable = inPart.filter(({ luma }) => isUsable(luma));
    const best = usable.toSorted((a, b) => sharpnessOf(b.luma) - sharpnessOf(a.luma))[0];
    return best?.atMs ?? null;
  }).filter((atMs) => atMs !== null);
}

function isUsable(luma: Uint8Array): boolean {
  const mean = luma.reduce((sum, one) => sum + one, 0) / luma.length;
  const variance = luma.reduce((sum, one) => sum + (one - mean) ** 2, 0) / luma.length;
  return mean >= darkest && mean <= brightest && Math.sqrt(variance) >= minContrast;
}

/** How much a pixel differs from its neighbors, on average: blur makes it small. */
function sharpnessOf(luma: Uint8Array): number {
  const { width, height } = judged;
  let sum = 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around = luma[at - 1]! + luma[at + 1]! + luma[at - width]! + luma[at + width]!;
      sum += (4 * luma[at]! - around) ** 2;
    }
  return sum / (width * height);
}
