/** A take: one recording of the dancer, and its alignment with the class. Pure. */
import type { Stop } from "./take-clock.ts";

export interface Take {
  readonly id: string;
  readonly classId: string;
  /** Name of the danced part at the time of recording. */
  readonly title: string;
  /** ISO 8601. */
  readonly recordedAt: string;
  /** The danced section of the class, `[startMs, endMs)`. */
  readonly startMs: number;
  readonly endMs: number;
  /** The tempo that was danced, a share of the class's own. */
  readonly rate: number;
  /** Milliseconds of real time from the class being at `startMs` to the take's start; negative if the take starts earlier. */
  readonly offsetMs: number;
  /** True if the sounds matched; otherwise `offsetMs` comes from the clocks or was set by hand. */
  readonly isSure: boolean;
  /** Manual correction by the dancer, in counts; negative is earlier. */
  readonly nudge: number;
  /** Duration of a count, in milliseconds of the class. */
  readonly beatMs: number;
  /** Stalls of the class during the take. Older takes don't have this field. */
  readonly stops?: readonly Stop[];
  readonly mimeType: string;
  readonly bytes: number;
}

/** Position in the take, in seconds, for `classMs`. May lie outside of the take. Skips what was recorded during stalls. */
export function takeTimeAt(take: Take, classMs: number): number {
  const danced = classMs - take.nudge * take.beatMs;
  let lateMs = 0;
  for (const { atMs, forMs } of take.stops ?? []) if (danced > atMs) lateMs += forMs;
  return ((danced - take.startMs) / take.rate + lateMs - take.offsetMs) / 1000;
}

/** The playback rate of a take next to a class that plays at `rate`. */
export function takeRate(take: Take, rate: number): number {
  return rate / take.rate;
}

/** File name for downloads; `className` is the class's slug. */
export function takeFileName(take: Take, className: string): string {
  const at = take.recordedAt.slice(0, 16).replaceAll(/[:T]/g, "-");
  return `eightcount-${className}-${at}.${take.mimeType.includes("mp4") ? "mp4" : "webm"}`;
}
