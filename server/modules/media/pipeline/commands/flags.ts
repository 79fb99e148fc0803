import type { FrameRate } from "../ladder.ts";

export const quiet = ["-hide_banner", "-nostdin", "-y"] as const;
export const progress = ["-loglevel", "error", "-progress", "pipe:1", "-stats_period", "1"] as const;
/** Removes the source's metadata: title, location, device and chapters. */
export const bare = ["-map_metadata", "-1", "-map_chapters", "-1"] as const;

/** ffmpeg seek arguments for an input; default: its start. */
export const skipArgs = (skip: number | undefined) => (skip ? ["-ss", skip.toFixed(6)] : []);

/** Timescale of a track, ticks per second: every frame of the rate falls on a tick. */
export function timescaleOf(rate: FrameRate): number {
  return rate.denominator === 1 ? rate.numerator * 1000 : rate.numerator;
}
