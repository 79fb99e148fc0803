import { ChildFailed, runChild } from "../pipeline/process.ts";
import { probeLimits } from "../pipeline/tools.ts";
import type { Tools } from "../pipeline/tools.ts";

/** Tempos that get a sound of their own, percent of the class's: those of the ladder at which browsers do it worse. */
export const slowPercents: readonly number[] = [50, 60, 65, 70, 75, 80, 85, 90];

/** Which filter of ffmpeg's slows music down and keeps its pitch. */
export type Stretcher = "rubberband" | "atempo";

/** The better stretcher that this ffmpeg has. */
export async function chooseStretcher(tools: Tools, signal: AbortSignal): Promise<Stretcher> {
  try {
    const { stdout } = await runChild({
      program: tools.ffmpeg,
      args: ["-hide_banner", "-filters"],
      limits: { ...probeLimits, memoryBytes: 4 * 1024 ** 3 },
      signal,
    });
    return /\brubberband\b/.test(stdout) ? "rubberband" : "atempo";
  } catch (error) {
    if (error instanceof ChildFailed && error.fault === "exit") return "atempo";
    throw error;
  }
}

/**
 * The filter that slows sound to `rate` (a share of its tempo, below 1), so that what sounds at `t` sounds at `t / rate`.
 *
 * rubberband leaves out the start of its first window, and comes early by that much of what it adds; atempo comes early by half of its own window.
 */
export function stretchFilter(rate: number, stretcher: Stretcher): string {
  if (stretcher === "atempo") return `atempo=${rate}`;
  const lateMs = Math.round(29 * (1 / rate - 1));
  return `rubberband=tempo=${rate}:channels=together,adelay=${lateMs}:all=1`;
}
