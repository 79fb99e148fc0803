/** Full screen of the player. It is the document's, so that it lasts from one class to the next. */
import { useEffect } from "react";
import { patterns } from "../../../lib/paths.ts";
import { matchPath } from "../../../lib/router/location.ts";

/** Enters or leaves full screen. The page stays unchanged without a user gesture, and on devices without full screen. */
export function toggleFullScreen(): void {
  if (!document.fullscreenEnabled) return;
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  done.catch(() => undefined);
}

/** Leaves full screen when a page other than the player replaces this one. */
export function useFullScreenEnd(): void {
  useEffect(
    () => () => {
      if (document.fullscreenElement && !matchPath(patterns.player, location.pathname))
        document.exitFullscreen().catch(() => undefined);
    },
    [],
  );
}
