import { useEffect, useState, type RefObject } from "react";

/** Time without input after which the controls are hidden during playback. */
const idleMs = 3_000;

/** True while the class plays without recent input. */
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
      // Keyboard users must see the focus, and an open dialog is being read.
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
