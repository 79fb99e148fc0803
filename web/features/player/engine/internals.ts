/** Internals that the player shares with its components. */
import type { AngleGroup } from "./angles.ts";
import type { MediaUrls } from "./media-urls.ts";
import type { DualPlayer } from "./dual-player.ts";
import type { LoopRange, LoopTransport } from "./loop.ts";
import type { Observed } from "./observed.ts";
import type { PlayerState, PlayListener } from "./player-state.ts";

export interface PlayerInternals {
  readonly state: Observed<PlayerState>;
  readonly listener: PlayListener;
  readonly tracks: DualPlayer;
  readonly loop: LoopTransport;
  readonly addresses: MediaUrls;
  /** What plays the class: a television, or the active track. */
  output(): Pick<AngleGroup, "play" | "pause" | "seek">;
  /** Position in the class, in milliseconds. */
  positionMs(): number;
  /** Overrides the reported position with `ms` until the media gets there; null removes the override. */
  aim(ms: number | null): void;
  pause(): void;
  /** Cancels a scheduled start. */
  cancelStart(): void;
  /** The browser refused to play. */
  refused(error: unknown): void;
  /** One pass of the loop ended: the position jumps from B to A. */
  loopRestarted(range: LoopRange): void;
  /** Playback reached the end of the class. */
  ended(): void;
}
