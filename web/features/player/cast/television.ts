/**
 * A television that plays a class in place of this device. There are two implementations (`remote-playback.ts`, `google-cast.ts`); the
 * player depends on neither. All times are milliseconds of the class.
 */

/** Media that a television loads by itself: every URL works without cookies. */
export interface CastMedia {
  /** HLS, absolute URL. */
  readonly url: string;
  readonly title: string;
  readonly artist: string;
  readonly imageUrl: string | null;
  readonly captions: readonly { readonly language: string; readonly label: string; readonly url: string }[];
}

/** The requested playback status. */
export interface CastStatus {
  readonly positionMs: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly muted: boolean;
  readonly volume: number;
  readonly captions: boolean;
}

/** A status report by the television, infrequent and delayed. */
export interface CastReport {
  readonly positionMs: number;
  /** `waiting`: buffering. `ended`: played to the end and unloaded the class. */
  readonly phase: "playing" | "paused" | "waiting" | "ended";
  /** The actual playback rate: some televisions don't support others. */
  readonly rate: number;
}

export interface TelevisionEvents {
  reported(report: CastReport): void;
  /** The television couldn't open or play the media. */
  failed(): void;
  /** The television was switched off or disconnected. No more events follow. */
  gone(): void;
}

export interface Television {
  /** Display name; null if the browser doesn't disclose it. */
  readonly name: string | null;
  /** Whether the television can show captions; otherwise they are shown on this device. */
  readonly hasCaptions: boolean;
  /** Whether the session can go on with the next class. */
  readonly goesOn: boolean;
  /** Whether the session has ended. */
  readonly isOver: boolean;
  /** Loads and plays `media`. Reports go to `events`. */
  load(media: CastMedia, castStatus: CastStatus, events: TelevisionEvents): void;
  play(): void;
  pause(): void;
  seek(ms: number): void;
  setRate(rate: number): void;
  setSound(sound: { readonly muted: boolean; readonly volume: number }): void;
  setCaptions(on: boolean): void;
  /** Ends the session. Does not call `gone`. */
  end(): void;
  /** The same session for the next class, paused until then; this one is then over. Null if the session ends with this class. */
  handOver(): Television | null;
}

export interface CastWayEvents {
  /** Reports whether a television is available. Not called where availability is unknown before the prompt. */
  reached(isInReach: boolean): void;
  connected(television: Television): void;
}

/** A casting technology, open until closed. */
export interface CastWay {
  /**
   * Opens the browser's device prompt. Requires a user gesture.
   * @throws NoTelevision
   */
  choose(): Promise<void>;
  close(): void;
}

/** No device is available, or the browser refuses to cast. */
export class NoTelevision extends Error {
  override name = "NoTelevision";
}
