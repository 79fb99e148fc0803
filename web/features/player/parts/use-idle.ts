import { useEffect, useState, type RefObject } from "react";

/** The controls go when nothing is touched for this long while the class plays. */
const idleMs = 3_000;

/** Whether the dancer is dancing: the class plays and nothing has been touched for a while. */
export function useIdle(screen: RefObject<HTMLElement | null>, playing: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!playing) {
      setIdle(false);
      return;
    }
    let timer = setTimeout(() => setIdle(true), idleMs);
    const wake = (): void => {
      clearTimeout(timer);
      setIdle(false);
      // Somebody who steers by keyboard must see where they are; a dialog is being read.
      timer = setTimeout(
        () => setIdle(!screen.current?.querySelector(":focus-visible, dialog[open]")),
        idleMs,
      );
    };
    const events = ["pointermove", "pointerdown", "keydown", "touchstart"] as const;
    for (const name of events) addEventListener(name, wake);
    return () => {
      clearTimeout(timer);
      for (const name of events) removeEventListener(name, wake);
    };
  }, [playing, screen]);
  return idle;
}
