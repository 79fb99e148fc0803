/** The player's state for the UI. Each change creates a new object, so that views can compare by identity. */
import { mainAngle, type AngleKey } from "../../../../contract/angles.ts";
import type { AngleView } from "./angle-view.ts";
import type { TrackSource } from "./angles.ts";
import type { StreamFault } from "./engine.ts";
import type { LoopRange } from "./loop.ts";

/**
 * - `loading`: no frame yet.
 * - `ready`: can play.
 * - `ended`: the end was reached.
 * - `failed`: see `fault`.
 */
export type PlayerPhase = "loading" | "ready" | "ended" | "failed";

export interface PlayerState {
  readonly phase: PlayerPhase;
  /** Playback is requested; it may still be buffering. */
  readonly playing: boolean;
  /** Playback is requested, but the buffer is empty. */
  readonly waiting: boolean;
  /** Autoplay was blocked; playing needs a user gesture. */
  readonly needsGesture: boolean;
  /** `network` while the player keeps retrying; the other kinds come with phase `failed`. */
  readonly fault: StreamFault | null;
  readonly angle: AngleKey;
  /** One to six, in the order of the buttons. */
  readonly views: readonly AngleView[];
  /** Whether the views are upright versions. */
  readonly isUpright: boolean;
  readonly mirrored: boolean;
  readonly rate: number;
  readonly volume: number;
  readonly muted: boolean;
  readonly loop: LoopRange | null;
  /** Clean passes of the loop in a row: from A to B at one tempo, without a pause, seek or stall. */
  readonly passes: number;
  /** The current number of the count-in, 5 to 8; 0 before the five; null without a count-in. */
  readonly countIn: number | null;
  readonly pictureInPicture: boolean;
  /** The cast session; null while playing on this device. */
  readonly cast: CastState | null;
}

export interface CastState {
  /** Display name; null if the browser doesn't disclose it. */
  readonly name: string | null;
  readonly hasCaptions: boolean;
  /** Whether the television can go on with the next class. */
  readonly goesOn: boolean;
  /** False if the television doesn't support the chosen tempo. */
  readonly supportsRate: boolean;
}

/** How a cast session ended: by the viewer, by the television, or because the class couldn't be played. */
export type CastEnd = "back" | "gone" | "failed";

export const SLOWEST = 0.25;
export const FASTEST = 1.5;

/** Clamps a tempo to the offered range and rounds it to whole percents. */
export function shapeRate(rate: number): number {
  return Math.round(Math.min(FASTEST, Math.max(SLOWEST, rate)) * 100) / 100;
}

export interface PlayerOptions {
  readonly source: TrackSource;
  readonly startMs: number;
  readonly durationMs: number;
  /** A preview's stream reaches up to one segment beyond `durationMs`, where playback ends. */
  readonly isPreview: boolean;
  readonly preferences: Pick<PlayerState, "angle" | "mirrored" | "rate" | "volume" | "muted">;
  /** Fetches new URLs of the same streams; null if the viewer may no longer watch. */
  readonly refresh: () => Promise<TrackSource | null>;
  /** Receives playback events, to record practice. */
  readonly listener: PlayListener;
}

/** The state before anything is loaded. */
export function initialState({ source, preferences }: PlayerOptions): PlayerState {
  const { views, isUpright } = source;
  return {
    phase: "loading",
    playing: false,
    waiting: false,
    needsGesture: false,
    fault: null,
    views,
    isUpright,
    loop: null,
    passes: 0,
    countIn: null,
    pictureInPicture: false,
    cast: null,
    ...preferences,
    angle: views.find(({ key }) => key === preferences.angle)?.key ?? views[0]?.key ?? mainAngle,
    rate: shapeRate(preferences.rate),
  };
}

export interface PlayListener {
  /** Playback has reached `ms` at `rate`, in this view. */
  progressed(ms: number, rate: number, view: Pick<PlayerState, "angle" | "mirrored">): void;
  /** Playback was interrupted, or the position jumped to `ms`. */
  interrupted(ms: number): void;
  /** Playback was paused: a good moment to send recorded practice. */
  playbackPaused(): void;
}

export type FrameListener = (positionMs: number) => void;
