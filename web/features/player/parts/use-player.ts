import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { Player } from "../core/player.ts";
import type { PlayerOptions, PlayerState } from "../core/player-state.ts";

const noPlayer = { subscribe: () => () => undefined, state: null };

/** A player in `host` for as long as the component stands; made anew when `key` changes. */
export function usePlayer(
  host: RefObject<HTMLElement | null>,
  key: string,
  options: () => PlayerOptions,
): { player: Player | null; state: PlayerState | null } {
  const [player, setPlayer] = useState<Player | null>(null);
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (!host.current) return;
    const made = new Player(host.current, latest.current());
    setPlayer(made);
    return () => {
      setPlayer(null);
      made.destroy();
    };
  }, [host, key]);
  const state = useSyncExternalStore(
    player ? player.subscribe : noPlayer.subscribe,
    () => player?.state ?? noPlayer.state,
  );
  return { player, state };
}

/** Calls `listener` at every painted frame with the position, in milliseconds. */
export function useFrames(player: Player | null, listener: (positionMs: number) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => player?.onFrame((ms) => latest.current(ms)), [player]);
}
