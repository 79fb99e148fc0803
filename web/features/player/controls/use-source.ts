import { useEffect, useRef } from "react";
import type { TrackSource } from "../engine/angles.ts";
import type { PlaybackLinks } from "../engine/played-class.ts";

const sourceOf = (from: PlaybackLinks): TrackSource => ({
  views: from.angles.map(({ key, label, hlsUrl }) => ({ key, label, url: hlsUrl })),
  slow: from.slowSounds ?? [],
});

/** The stream URLs. New ones come as props after `refresh` was called; the player requests them when its own are refused. */
export function useSource(
  playback: PlaybackLinks,
  refresh: () => Promise<void>,
): { current: () => TrackSource; renew: () => Promise<TrackSource> } {
  const links = useRef(playback);
  const waiting = useRef<((source: TrackSource) => void) | null>(null);
  useEffect(() => {
    if (links.current.hlsUrl === playback.hlsUrl) return;
    links.current = playback;
    waiting.current?.(sourceOf(playback));
    waiting.current = null;
  }, [playback]);
  return {
    current: () => sourceOf(links.current),
    renew: () =>
      new Promise((resolve) => {
        waiting.current = resolve;
        void refresh();
      }),
  };
}
