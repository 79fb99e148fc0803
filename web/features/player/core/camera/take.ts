/** A take: one recording of the dancer, and where it belongs in the class. Pure. */
import type { Stop } from "./take-clock.ts";

export interface Take {
  readonly id: string;
  readonly classId: string;
  /** Name of the part that was danced, as it was then. */
  readonly title: string;
  /** ISO 8601. */
  readonly recordedAt: string;
  /** What of the class was danced, `[startMs, endMs)`. */
  readonly startMs: number;
  readonly endMs: number;
  /** The tempo it was danced at, a share of the class's own. */
  readonly rate: number;
  /** Milliseconds of real time from the class standing at `startMs` to the take's beginning; negative: the take begins earlier. */
  readonly offsetMs: number;
  /** Whether the sounds were found to belong together; else `offsetMs` is what the clocks say, or was set by hand. */
  readonly isSure: boolean;
  /** How many counts later the dancer moved it by hand; negative: earlier. */
  readonly nudge: number;
  /** How long a count of the class lasts, in milliseconds of the class. */
  readonly beatMs: number;
  /** Where the class stood still meanwhile. Takes from before this was noticed have none. */
  readonly stops?: readonly Stop[];
  readonly mimeType: string;
  readonly bytes: number;
}

/** Where the take stands, in seconds, when the class stands at `classMs`; may lie outside of it. What was filmed while the class stood is left out. */
export function takeTimeAt(take: Take, classMs: number): number {
  const danced = classMs - take.nudge * take.beatMs;
  let lateMs = 0;
  for (const { atMs, forMs } of take.stops ?? []) if (danced > atMs) lateMs += forMs;
  return ((danced - take.startMs) / take.rate + lateMs - take.offsetMs) / 1000;
}

/** The rate at which a take plays beside a class that plays at `rate`. */
export function takeRate(take: Take, rate: number): number {
  return rate / take.rate;
}

/** Its name as a file; `className` is the class's slug. */
export function takeFileName(take: Take, className: string): string {
  const at = take.recordedAt.slice(0, 16).replaceAll(/[:T]/g, "-");
  return `eightcount-${className}-${at}.${take.mimeType.includes("mp4") ? "mp4" : "webm"}`;
}
