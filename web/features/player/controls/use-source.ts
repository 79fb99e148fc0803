import { useEffect, useRef, useSyncExternalStore } from "react";
import type { TrackSource } from "../engine/angles.ts";
import type { PlaybackLinks } from "../engine/played-class.ts";

/** The streams for a window: upright versions if it is upright and each angle has one, so that angles can be switched. */
const sourceOf = (from: PlaybackLinks, isWindowUpright: boolean): TrackSource => {
  const isUpright = isWindowUpright && from.angles.every(({ uprightHlsUrl }) => uprightHlsUrl);
  return {
    isUpright,
    views: from.angles.map(({ key, label, hlsUrl, uprightHlsUrl }) => ({
      key,
      label,
      ...(isUpright && uprightHlsUrl ? { url: uprightHlsUrl, wideUrl: hlsUrl } : { url: hlsUrl }),
    })),
    slow: from.slowSounds ?? [],
  };
};

/** Windows that an upright video fills better than the middle of a wide one: phones, not tablets. */
const uprightWindow = "(max-aspect-ratio: 13/20)";

/** Whether the window is upright, such as a phone's; changes as it is turned. */
function useUprightWindow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(uprightWindow);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => matchMedia(uprightWindow).matches,
    () => false,
  );
}

/**
 * The stream URLs for the window's orientation. `refresh` fetches links: null if the viewer may no longer watch; rejects if the server
 * doesn't answer. So does `renew`, which resolves to a new object even if no URL has changed.
 */
export function useSource(
  playback: PlaybackLinks,
  refresh: () => Promise<PlaybackLinks | null>,
): { isWindowUpright: boolean; current: () => TrackSource; renew: () => Promise<TrackSource | null> } {
  const isWindowUpright = useUprightWindow();
  const latest = useRef(isWindowUpright);
  latest.current = isWindowUpright;
  const links = useRef(playback);
  useEffect(() => {
    links.current = playback;
  }, [playback]);
  return {
    isWindowUpright,
    current: () => sourceOf(links.current, latest.current),
    renew: async () => {
      const renewed = await refresh();
      if (!renewed) return null;
      links.current = renewed;
      return sourceOf(renewed, latest.current);
    },
  };
}
