import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { loadedModule } from "../../../lib/loaded-module.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerOptions, PlayerState } from "../engine/player-state.ts";

/** The player's core is not needed for the first paint, and is loaded in parallel with the page. */
const core = loadedModule(() => import("../engine/player.ts"));
core.load().catch(() => undefined); // the effect tries again once the screen is mounted

const noPlayer = { subscribe: () => () => undefined, state: null };

/** A player in `host` while the component is mounted; created again when `key` changes. */
export function usePlayer(
  host: RefObject<HTMLElement | null>,
  key: string,
  options: () => PlayerOptions,
): { player: Player | null; state: PlayerState | null } {
  const [player, setPlayer] = useState<Player | null>(null);
  const latest = useRef(options);
  latest.current = options;
  // Before the paint: the stream is requested while the page is drawn.
  useLayoutEffect(() => {
    let isCanceled = false;
    let made: Player | null = null;
    const create = ({ Player: Core }: NonNullable<typeof core.current>) => {
      if (isCanceled || !host.current) return;
      made = new Core(host.current, latest.current());
      setPlayer(made);
    };
    if (core.current) create(core.current);
    else
      // A failed import is reported to the error boundary.
      core.load().then(create, (error: unknown) => {
        if (!isCanceled)
          setPlayer(() => {
            throw error;
          });
      });
    return () => {
      isCanceled = true;
      setPlayer(null);
      made?.destroy();
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

/** True from the first frame of the video on, which the poster waits for. */
export function useHasFrame(player: Player | null): boolean {
  const [hasFrame, setHasFrame] = useState(false);
  useFrames(player, () => {
    if (player && player.picture.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) setHasFrame(true);
  });
  return hasFrame;
}
