import { useEffect, useRef } from "react";
import { countAt, type BeatGrid } from "../core/beat-grid.ts";
import type { Player } from "../core/player.ts";
import type { PlayerState } from "../core/player-state.ts";

/** Counts 5, 6, 7, 8 and comes in at `ms`. Gives when that is, on `performance.now()`; null where nothing is counted. */
export type ComeIn = (ms: number) => Promise<number | null>;

export function useComingIn(player: Player | null, state: PlayerState | null, grid: BeatGrid): ComeIn {
  const counting = state?.countIn != null;
  const knocks = useRef<() => void>(() => undefined);
  useEffect(() => {
    // What ends the count-in before its time silences it too.
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
    const { soundCountIn } = await import("../core/count-in.ts");
    const { oneAt, stop } = await soundCountIn(beatMs);
    knocks.current = stop;
    player.enter({ ms, at: oneAt, beatMs });
    return oneAt;
  };
}
