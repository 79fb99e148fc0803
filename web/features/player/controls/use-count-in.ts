import { useEffect, useRef } from "react";
import { countAt, type BeatGrid } from "../engine/beat-grid.ts";
import { soundCountIn } from "../engine/count-in.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";

/**
 * Counts in 5, 6, 7, 8 at the class's tempo and starts at `ms`. Resolves to the `performance.now()` of the start. Null if it plays
 * without a count-in: without a beat grid, on a television, or if the browser blocks sound.
 */
export type ComeIn = (ms: number) => Promise<number | null>;

export function useComingIn(player: Player | null, state: PlayerState | null, grid: BeatGrid): ComeIn {
  const counting = state?.countIn != null;
  const knocks = useRef<() => void>(() => undefined);
  useEffect(() => {
    // An aborted count-in is silenced.
    if (!counting) knocks.current();
  }, [counting]);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      knocks.current();
    };
  }, []);
  return async (ms) => {
    if (!player || !state) return null;
    const playAt = async (): Promise<null> => {
      player.seek(ms);
      await player.play();
      return null;
    };
    // Before the first count, its tempo.
    const count = countAt(grid, ms + 1) ?? grid.counts.find(({ startMs }) => startMs >= ms);
    if (!count || state.cast) return playAt();
    player.pause();
    const beatMs = (count.endMs - count.startMs) / state.rate;
    const sound = await soundCountIn(beatMs);
    if (isGone.current || player.state.phase === "failed") {
      sound?.stop();
      return null;
    }
    if (!sound) return playAt();
    const { oneAt, stop } = sound;
    knocks.current = stop;
    player.enter({ ms, at: oneAt, beatMs });
    return oneAt;
  };
}
