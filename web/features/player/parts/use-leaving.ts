import { useEffect, useRef } from "react";

/** A screen that is left must not count among the account's three for another minute: its streams are given back. */
export function useLeaving(hlsUrl: string): void {
  const streams = useRef(new Set<string>());
  streams.current.add(hlsUrl.replace(/(\/media(?:\/[^/]+){3}).*/, "$1/leave"));
  useEffect(() => {
    const leave = () => streams.current.forEach((url) => navigator.sendBeacon(url));
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
}
