import type { FrameRate } from "../ladder.ts";

export const quiet = ["-hide_banner", "-nostdin", "-y"] as const;
export const progress = ["-loglevel", "error", "-progress", "pipe:1", "-stats_period", "1"] as const;
/** No title, place, device or chapter of the source survives. */
export const bare = ["-map_metadata", "-1", "-map_chapters", "-1"] as const;

/** Where to begin in an input; from its beginning unless told. */
export const skipArgs = (skip: number | undefined) => (skip ? ["-ss", skip.toFixed(3)] : []);

/** Ticks per second of a track: every frame of the rate falls on one. */
export function timescaleOf(rate: FrameRate): number {
  return rate.denominator === 1 ? rate.numerator * 1000 : rate.numerator;
}
