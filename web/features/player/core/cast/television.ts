/**
 * A television that plays a class in this device's place. Two ways lead to one (`remote-playback.ts`, `google-cast.ts`); the player knows neither.
 * All times are milliseconds of the class.
 */

/** What a television fetches by itself: every address opens without cookies. */
export interface CastMedia {
  /** HLS, absolute. */
  readonly url: string;
  readonly title: string;
  readonly artist: string;
  readonly pictureUrl: string | null;
  readonly captions: readonly { readonly language: string; readonly label: string; readonly url: string }[];
}

/** How the class is to stand. */
export interface CastStanding {
  readonly positionMs: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly muted: boolean;
  readonly volume: number;
  readonly captions: boolean;
}

/** What a television says of itself, seldom and late. */
export interface CastReport {
  readonly positionMs: number;
  /** `waiting`: it should play and fetches. `ended`: it played to the end and forgot the class. */
  readonly phase: "playing" | "paused" | "waiting" | "ended";
  /** The tempo that it really has: some keep to their own. */
  readonly rate: number;
}

export interface TelevisionEvents {
  reported(report: CastReport): void;
  /** It couldn't open or play what it was given. */
  failed(): void;
  /** Somebody switched it off or took it away. Nothing comes after this. */
  gone(): void;
}

export interface Television {
  /** As people call it; null where the browser keeps that to itself. */
  readonly name: string | null;
  /** Whether captions can be shown there; else they stay here. */
  readonly hasCaptions: boolean;
  /** Plays `media` from now on. What happens goes to `events`. */
  load(media: CastMedia, standing: CastStanding, events: TelevisionEvents): void;
  play(): void;
  pause(): void;
  seek(ms: number): void;
  setRate(rate: number): void;
  setSound(sound: { readonly muted: boolean; readonly volume: number }): void;
  setCaptions(on: boolean): void;
  /** Lets it go. `gone` isn't called. */
  end(): void;
}

export interface CastWayEvents {
  /** Whether a television is in reach. Not called where nobody can know before it is chosen. */
  reached(isInReach: boolean): void;
  connected(television: Television): void;
}

/** A way to televisions, open until it is closed. */
export interface CastWay {
  /** Opens the browser's own list to choose from. Within a gesture. @throws NoTelevision */
  choose(): Promise<void>;
  close(): void;
}

/** There is none to choose from, or this browser won't. */
export class NoTelevision extends Error {
  override name = "NoTelevision";
}
