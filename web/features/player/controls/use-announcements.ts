import { useLingui } from "@lingui/react/macro";
import { createContext, useCallback, useState } from "react";
import { countAt, eightAt, snapToCount, type BeatGrid } from "../engine/beat-grid.ts";
import { formatClock, locate, type ClassPart } from "../engine/clock.ts";
import type { PlayerAction } from "../engine/keys.ts";
import type { LoopRange } from "../engine/loop.ts";
import type { Player } from "../engine/player.ts";

/** The last announcement. An open panel repeats it, since nothing outside a modal dialog is announced. */
export const AnnouncerContext = createContext("");

/**
 * Announcements for screen readers. `said` is the text of a live region and `say` sets it. `sayPlace` announces the position. `sayDone`
 * announces the result of an action, unless it is audible or announced anyway. `before`: the screen's settings before the action.
 */
export function useAnnouncements(
  player: Player | null,
  grid: BeatGrid,
  parts: readonly ClassPart[],
): {
  said: string;
  say: (text: string) => void;
  announcePlace: () => void;
  announceDone: (action: PlayerAction, before: { isHeld: boolean; captionsOn: boolean }) => void;
} {
  const { t } = useLingui();
  const [said, setAnnouncement] = useState("");
  // A live region with unchanged text is silent, so a repeated text needs a difference.
  const say = useCallback(
    (text: string) => setAnnouncement((before) => (text !== "" && before === text ? `${text}\u00A0` : text)),
    [],
  );
  const place = ({ positionMs, state: { rate } }: Player): string => {
    const { part, count } = locate(grid, parts, positionMs);
    const percent = Math.round(rate * 100);
    if (part && count) return t`Count ${count.number} of eight, part ${part.index}, ${percent} percent`;
    return part
      ? t`${formatClock(positionMs)}, part ${part.index}, ${percent} percent`
      : t`${formatClock(positionMs)}, ${percent} percent`;
  };
  const loopLabel = (loop: LoopRange | null): string => {
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
  };
  const done = (
    action: PlayerAction,
    from: Player,
    before: { isHeld: boolean; captionsOn: boolean },
  ): string | null => {
    const { state } = from;
    const percent = Math.round(state.rate * 100);
    switch (action) {
      case "slower":
      case "faster":
        return t`${percent} percent`;
      case "mirror":
        return state.cast ? null : state.mirrored ? t`Mirrored` : t`Not mirrored`;
      case "turn":
        return state.hasBack ? (state.angle === "back" ? t`Back view` : t`Front view`) : null;
      case "loop":
      case "lastEight":
      case "loopStart":
      case "loopEnd":
        return loopLabel(state.loop);
      case "hold":
        return before.isHeld ? t`In a loop the tempo climbs` : t`The tempo is held`;
      case "captions":
        return before.captionsOn ? t`Captions off` : t`Captions on`;
      case "mute":
        return state.muted ? t`Sound off` : t`Sound on`;
      case "back":
      case "forward":
        return state.playing ? null : place(from);
      default:
        return null;
    }
  };
  return {
    said,
    say,
    announcePlace: () => {
      if (player) say(place(player));
    },
    announceDone: (action, before) => {
      const announcement = player && done(action, player, before);
      if (announcement) say(announcement);
    },
  };
}
