import { useEffect, useRef } from "react";
import { countAt, type BeatGrid } from "../engine/beat-grid.ts";
import { type CountInSound, soundCountIn } from "../engine/count-in.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";

/**
 * Counts in 5, 6, 7, 8 at the class's tempo and volume, and starts at `ms`. Resolves to the `performance.now()` of the start. Null
 * without a count-in: it plays at once without a beat grid, on a television, and without sound. It doesn't play if the video
 * fails before the count-in.
 */
export type ComeIn = (ms: number) => Promise<number | null>;

const volumeOf = ({ muted, volume }: PlayerState): number => (muted ? 0 : volume);

export function useComingIn(player: Player | null, state: PlayerState | null, grid: BeatGrid): ComeIn {
  const counting = state?.countIn != null;
  const sounding = useRef<CountInSound | null>(null);
  useEffect(() => {
    // An aborted count-in is silenced.
    if (!counting) sounding.current?.stop();
  }, [counting]);
  const volume = state ? volumeOf(state) : 0;
  useEffect(() => sounding.current?.setVolume(volume), [volume]);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      sounding.current?.stop();
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
    const sound = await soundCountIn(beatMs, volumeOf(player.state));
    if (isGone.current || player.state.phase === "failed") {
      sound?.stop();
      return null;
    }
    if (!sound) return playAt();
    const { oneAt } = sound;
    // Another one may have begun, and the volume may have changed, while the sound opened.
    sounding.current?.stop();
    sounding.current = sound;
    sound.setVolume(volumeOf(player.state));
    player.enter({ ms, at: oneAt, beatMs });
    return oneAt;
  };
}
