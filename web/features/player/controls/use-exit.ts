import { useEffect, useRef } from "react";

/** Releases the streams on exit. Otherwise they count against the account's limit of three for another minute. */
export function useExit(hlsUrl: string): void {
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
