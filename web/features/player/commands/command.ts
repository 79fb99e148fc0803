import { t } from "@lingui/core/macro";
import type { LucideIcon } from "lucide-react";
import { countAt, eightAt, snapToCount, type BeatGrid } from "../engine/beat-grid.ts";
import { formatClock, locate, type ClassPart } from "../engine/clock.ts";
import type { LoopRange } from "../engine/loop.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";

/** What commands act on. */
export interface CommandTarget {
  readonly player: Player;
  readonly state: PlayerState;
  readonly grid: BeatGrid;
  readonly parts: readonly ClassPart[];
  readonly durationMs: number;
  readonly countsIn: boolean;
  readonly isHeld: boolean;
  readonly captionsOn: boolean;
  /** Counts in and starts at a position. */
  comeIn(ms: number): void;
  holdTempo(held: boolean): void;
  showCaptions(on: boolean): void;
  toggleHelp(): void;
  toggleFullscreen(): void;
  toggleCamera(): void;
  announcePlace(): void;
  /** Opens a tool beside the class. */
  openTool(name: "cast"): void;
}

/** All that the player knows of a command. A new one gets a name in contract/player-commands.ts. */
export interface Command {
  /** In lists of keys and of tools. */
  label(): string;
  /** On buttons with little space, if it differs from `label`. */
  shortLabel?(): string;
  readonly icon?: LucideIcon;
  /** `KeyboardEvent.key` in lower case, or a pad's button as `listenToPads` names it. */
  readonly keys: readonly string[];
  /** Without it a tool registers the command with `ToolKeys`, once it has loaded. */
  perform?(target: CommandTarget): void;
  /**
   * The result for screen readers, unless it is audible or announced anyway.
   * @param target the player after the command; the screen's settings before it
   */
  announce?(target: CommandTarget): string | null;
}

/** "Count 5 of eight, part 2, 75 percent". */
export function placeText({ player, grid, parts }: Pick<CommandTarget, "player" | "grid" | "parts">): string {
  const { positionMs, state } = player;
  const { part, count } = locate(grid, parts, positionMs);
  const percent = Math.round(state.rate * 100);
  if (part && count) return t`Count ${count.number} of eight, part ${part.index}, ${percent}%`;
  return part
    ? t`${formatClock(positionMs)}, part ${part.index}, ${percent}%`
    : t`${formatClock(positionMs)}, ${percent}%`;
}

export function loopText(grid: BeatGrid, loop: LoopRange | null): string {
  if (!loop) return t`No loop`;
  // The end belongs to the count before it.
  const from = snapToCount(grid, loop.startMs) + 1;
  const to = snapToCount(grid, loop.endMs) - 1;
  const [first, one, last, end] = [
    eightAt(grid, from),
    countAt(grid, from),
    eightAt(grid, to),
    countAt(grid, to),
  ];
  return first && one && last && end
    ? t`Loop from eight ${first.index + 1}, count ${one.number}, to eight ${last.index + 1}, count ${end.number}`
    : t`Loop from ${formatClock(loop.startMs)} to ${formatClock(loop.endMs)}`;
}
