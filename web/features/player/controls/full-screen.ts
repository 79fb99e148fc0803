/** Full screen of the player. It is the document's, so that it lasts from one class to the next. */
import { useEffect } from "react";

/** Enters or leaves full screen. The page stays unchanged without a user gesture, and on devices without full screen. */
export function toggleFullScreen(): void {
  if (!document.fullscreenEnabled) return;
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  done.catch(() => undefined);
}

/** Leaves full screen when the player is replaced by anything but a player, with or without a change of the URL. */
export function useFullScreenEnd(): void {
  useEffect(
    () => () => {
      // By the next task the page that follows is mounted.
      setTimeout(() => {
        if (document.fullscreenElement && !document.querySelector(".pl"))
          document.exitFullscreen().catch(() => undefined);
      });
    },
    [],
  );
}
