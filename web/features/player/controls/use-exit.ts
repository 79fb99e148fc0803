import { useEffect, useRef } from "react";

const storageKey = "eightcount.open-streams";

/** Addresses that end the streams which this tab opened last. Empty if storage is denied. */
function readOpenStreams(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((url) => typeof url === "string") : [];
  } catch {
    return [];
  }
}

function storeOpenStreams(urls: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...urls]));
  } catch {
    // Storage is denied: a lost beacon can't be repeated.
  }
}

/**
 * Releases the streams on exit. Otherwise they count against the account's limit of three for another minute.
 * Browsers lose some beacons of closing pages, so the next player in the tab sends them again. The server ignores repeats.
 */
export function useExit(hlsUrl: string): void {
  const streams = useRef(new Set<string>());
  const leaveUrl = hlsUrl.replace(/(\/media(?:\/[^/]+){3}).*/, "$1/leave");
  useEffect(() => {
    if (streams.current.has(leaveUrl)) return;
    streams.current.add(leaveUrl);
    for (const url of readOpenStreams()) if (!streams.current.has(url)) navigator.sendBeacon(url);
    storeOpenStreams(streams.current);
  }, [leaveUrl]);
  useEffect(() => {
    const leave = () => streams.current.forEach((url) => navigator.sendBeacon(url));
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
}
