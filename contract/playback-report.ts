/** What a player tells about one playback, without the person, the class or the device. */
export interface PlaybackMeasurements {
  /** From opening the player to the first image; null if there was none. */
  readonly firstFrameMs: number | null;
  /** Time in which the image moved. */
  readonly playedMs: number;
  /** How often the buffer ran empty, seeks apart, and for how long in all. */
  readonly stalls: number;
  readonly stalledMs: number;
  /** Changes to a better and to a worse rendition. */
  readonly better: number;
  readonly worse: number;
  /** Whether the player gave up. */
  readonly failed: boolean;
}

/** What is sent. */
export interface PlaybackReport extends PlaybackMeasurements {
  /** The signed link that was played: shows that there is a playback, and whose reports are limited. It isn't stored. */
  readonly link: string;
}

/** Where reports are sent to, as text, by a beacon. */
export const playbackReportPath = "/playback-report";

/** The share of playbacks that are reported. */
export const reportedShare = 0.25;
