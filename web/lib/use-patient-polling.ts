import { useEffect, useEffectEvent } from "react";

const firstPauseMs = 5_000;
const maxPauseMs = 5 * 60_000;

/**
 * Calls `ask` for as long as `isWaiting`, with pauses that double up to five minutes, and only while the tab is visible. A tab that is
 * looked at again asks at once, and begins with short pauses.
 */
export function usePatientPolling(isWaiting: boolean, ask: () => void): void {
  const onAsk = useEffectEvent(ask);
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (pauseMs: number): void => {
      timer = setTimeout(() => {
        onAsk();
        wait(Math.min(pauseMs * 2, maxPauseMs));
      }, pauseMs);
    };
    const follow = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") wait(firstPauseMs);
    };
    const onVisible = (): void => {
      if (document.visibilityState === "visible") onAsk();
      follow();
    };
    follow();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [isWaiting]);
}
