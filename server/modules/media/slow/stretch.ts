import { limiterAt } from "../pipeline/filters.ts";
import { probeLimits } from "../pipeline/tools.ts";
import type { Tools } from "../pipeline/tools.ts";
import { runChild } from "../pipeline/process.ts";

/**
 * Tempos that get a sound of their own, percent of the class's: those of the ladder at which `npm run bench -- stretch` finds tones steadier than
 * browsers make them.
 */
export const slowPercents: readonly number[] = [50, 60, 65, 70, 75, 80];

/** Whether this ffmpeg has a stretcher that is better than browsers' own. Its other one, atempo, isn't. */
export async function canSlowDown(tools: Tools, signal: AbortSignal): Promise<boolean> {
  const { stdout } = await runChild({
    program: tools.ffmpeg,
    args: ["-hide_banner", "-filters"],
    limits: { ...probeLimits, memoryBytes: 4 * 1024 ** 3 },
    signal,
  });
  return /\brubberband\b/.test(stdout);
}

/**
 * The filter of ffmpeg's that slows sound to `rate` (a share of its tempo, below 1) and keeps its pitch, so that what sounds at `t` sounds at
 * `t / rate`: it leaves out the start of its first window, and comes early by that much of what it adds.
 */
export function slowFilter(rate: number): string {
  const lateMs = Math.round(29 * (1 / rate - 1));
  return `rubberband=tempo=${rate}:phase=independent:channels=together,adelay=${lateMs}:all=1`;
}

/** Peaks of slow sound stop here, decibels: half lower than a class's, because the limiter doesn't see those between samples. */
const ceilingDb = -3.5;

/** Brings slow sound to the class's loudness. */
export function levelFilter(gainDb: number): string {
  return `volume=${gainDb}dB,${limiterAt(ceilingDb)}`;
}
