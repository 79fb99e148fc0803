import { limiterAt } from "../pipeline/filters.ts";
import { probeLimits } from "../pipeline/tools.ts";
import type { Tools } from "../pipeline/tools.ts";
import { runChild } from "../pipeline/process.ts";

/**
 * Tempos with a pre-rendered sound, percent of the class's: those at which `npm run bench -- stretch` finds tones
 * steadier than browsers'.
 */
export const stretchPercents: readonly number[] = [50, 60, 65, 70, 75, 80];

/** Whether this ffmpeg has a stretcher better than browsers'. ffmpeg's other one, atempo, isn't. */
export async function canStretchTo(tools: Tools, signal: AbortSignal): Promise<boolean> {
  const { stdout } = await runChild({
    program: tools.ffmpeg,
    args: ["-hide_banner", "-filters"],
    limits: { ...probeLimits, memoryBytes: 4 * 1024 ** 3 },
    signal,
  });
  return /\brubberband\b/.test(stdout);
}

/**
 * ffmpeg filter that slows sound to `rate` (a share of its tempo, below 1) at constant pitch. What sounds at `t` then
 * sounds at `t / rate`. The stretcher drops the start of its first window, so its output is early; the delay
 * compensates.
 */
export function stretchFilter(rate: number): string {
  const lateMs = Math.round(29 * (1 / rate - 1));
  return `rubberband=tempo=${rate}:phase=independent:channels=together,adelay=${lateMs}:all=1`;
}

/**
 * Peak limit of stretched sound, decibels: half a decibel lower than a class's, because this limiter misses peaks
 * between samples.
 */
const ceilingDb = -3.5;

/** Normalizes stretched sound to the class's loudness. */
export function levelFilter(gainDb: number): string {
  return `volume=${gainDb}dB,${limiterAt(ceilingDb)}`;
}
