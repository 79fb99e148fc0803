/** What the screen needs to know of the player; a new object for every change, so that views compare by identity. */
import type { Angle, DeckSource } from "./angles.ts";
import type { StreamFault } from "./engine.ts";
import type { LoopRange } from "./loop.ts";

/** - `loading`: no picture yet. - `ready`: can play. - `ended`: the end was reached. - `failed`: see `fault`. */
export type PlayerPhase = "loading" | "ready" | "ended" | "failed";

export interface PlayerState {
  readonly phase: PlayerPhase;
  /** The person wants it to play (it may still be waiting for media). */
  readonly playing: boolean;
  /** It should play and has run out of media. */
  readonly waiting: boolean;
  /** The browser refused to start without a gesture; the next tap on Play will do. */
  readonly needsGesture: boolean;
  /** `network` while the player keeps trying by itself; the other kinds together with phase `failed`. */
  readonly fault: StreamFault | null;
  readonly angle: Angle;
  readonly hasBack: boolean;
  readonly mirrored: boolean;
  readonly rate: number;
  readonly volume: number;
  readonly muted: boolean;
  readonly loop: LoopRange | null;
  /** Clean passes of the loop in a row: danced from A to B at one tempo, without a pause, a jump or a stall. */
  readonly passes: number;
  /** The number that is counted before the class enters, 5 to 8; 0 before the five; null when nothing is counted in. */
  readonly countIn: number | null;
  readonly pictureInPicture: boolean;
  /** The television that plays in this device's place; null: it plays here. */
  readonly cast: CastState | null;
}

export interface CastState {
  /** As people call it; null where the browser keeps that to itself. */
  readonly name: string | null;
  readonly hasCaptions: boolean;
  /** False: it keeps to a tempo of its own. */
  readonly obeysTempo: boolean;
}

/** How playing on a television ended: by the person, by itself, or since it couldn't play the class. */
export type CastEnd = "back" | "gone" | "failed";

export const SLOWEST = 0.25;
export const FASTEST = 1.5;

/** A tempo within what is offered, on whole percents. */
export function shapeRate(rate: number): number {
  return Math.round(Math.min(FASTEST, Math.max(SLOWEST, rate)) * 100) / 100;
}

export interface PlayerOptions {
  readonly source: DeckSource;
  readonly startMs: number;
  readonly durationMs: number;
  /** A preview's stream reaches up to one segment beyond `durationMs`; playing ends there. */
  readonly isPreview: boolean;
  readonly preferences: Pick<PlayerState, "angle" | "mirrored" | "rate" | "volume" | "muted">;
  /** Asks for fresh addresses of the same streams; null when the person may no longer watch. */
  readonly refresh: () => Promise<DeckSource | null>;
  /** Called with what plays, for the record of practice. */
  readonly listener: PlayListener;
}

/** As a player stands before anything is loaded. */
export function initialState({ source, preferences }: PlayerOptions): PlayerState {
  const hasBack = source.back !== null;
  return {
    phase: "loading",
    playing: false,
    waiting: false,
    needsGesture: false,
    fault: null,
    hasBack,
    loop: null,
    passes: 0,
    countIn: null,
    pictureInPicture: false,
    cast: null,
    ...preferences,
    angle: hasBack ? preferences.angle : "front",
    rate: shapeRate(preferences.rate),
  };
}

export interface PlayListener {
  /** Playing has reached `ms` at `rate`. */
  advanced(ms: number, rate: number): void;
  /** Playing was interrupted, or the position jumped to `ms`. */
  interrupted(ms: number): void;
  /** A good moment to send what was recorded. */
  rested(): void;
}

export type FrameListener = (positionMs: number) => void;
