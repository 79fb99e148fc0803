/** Internals that the player shares with its components. */
import type { Addresses } from "./addresses.ts";
import type { Decks } from "./decks.ts";
import type { LoopRange, LoopTransport } from "./loop.ts";
import type { Observed } from "./observed.ts";
import type { PlayerState, PlayListener } from "./player-state.ts";

export interface Inside {
  readonly state: Observed<PlayerState>;
  readonly listener: PlayListener;
  readonly decks: Decks;
  readonly loop: LoopTransport;
  readonly addresses: Addresses;
  /** Position in the class, in milliseconds. */
  positionMs(): number;
  /** Overrides the reported position with `ms` until the media gets there; null removes the override. */
  aim(ms: number | null): void;
  pause(): void;
  /** The browser refused to play. */
  refused(error: unknown): void;
  /** One pass of the loop ended: the position jumps from B to A. */
  turned(range: LoopRange): void;
  /** Playback reached the end of the class. */
  ended(): void;
}
