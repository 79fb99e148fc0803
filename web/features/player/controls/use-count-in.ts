import { useEffect, useRef } from "react";
import { countAt, type BeatGrid } from "../engine/beat-grid.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";

/** Counts in 5, 6, 7, 8 and starts at `ms`. Resolves to the `performance.now()` of the start; null without a beat grid. */
export type ComeIn = (ms: number) => Promise<number | null>;

export function useComingIn(player: Player | null, state: PlayerState | null, grid: BeatGrid): ComeIn {
  const counting = state?.countIn != null;
  const knocks = useRef<() => void>(() => undefined);
  useEffect(() => {
    // An aborted count-in is silenced.
    if (!counting) knocks.current();
  }, [counting]);
  return async (ms) => {
    if (!player || !state) return null;
    const count = countAt(grid, ms + 1);
    if (!count || state.cast) {
      player.seek(ms);
      await player.play();
      return null;
    }
    player.pause();
    const beatMs = (count.endMs - count.startMs) / state.rate;
    const { soundCountIn } = await import("../engine/count-in.ts");
    const { oneAt, stop } = await soundCountIn(beatMs);
    knocks.current = stop;
    player.enter({ ms, at: oneAt, beatMs });
    return oneAt;
  };
}
