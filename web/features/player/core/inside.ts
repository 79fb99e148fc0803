/** What the player shares with the parts that it is made of. */
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
  /** Where the class stands, in milliseconds. */
  positionMs(): number;
  /** The class is said to stand at `ms` until it does; null: wherever it is. */
  aim(ms: number | null): void;
  pause(): void;
  /** The browser refused to play. */
  refused(error: unknown): void;
  /** One pass of the loop ended: the position goes from B to A. */
  turned(range: LoopRange): void;
  /** The end of the class was reached. */
  ended(): void;
}
