import { useEffect, useRef, useState } from "react";
import { openGoogleCast } from "./google-cast.ts";
import { openRemotePlayback } from "./remote-playback.ts";
import { type CastWay, type CastWayEvents, NoTelevision, type Television } from "./television.ts";

/**
 * - `opening`: not known yet.
 * - `none`: this browser doesn't support it.
 * - `away`: no device available.
 * - `failed`: the script failed to load.
 */
type Reach = "opening" | "none" | "away" | "here" | "failed";

export interface WayNow {
  readonly reach: Reach;
  /** Opens the device prompt. Requires a user gesture. */
  readonly choose: () => void;
}

/** The available casting technologies, detected while `isWanted`. */
export function useCastWays(
  isWanted: boolean,
  options: {
    readonly host: HTMLElement | null;
    readonly url: string;
    /** Null: Google Cast isn't loaded. */
    readonly castAppId: string | null;
    readonly connected: (television: Television) => void;
    /** No device was available, or the browser refused the prompt. */
    readonly refused: () => void;
  },
): Readonly<Record<"browser" | "google", WayNow>> {
  const [reach, setReach] = useState<Record<"browser" | "google", Reach>>({
    browser: "none",
    google: "none",
  });
  const ways = useRef<{ browser: CastWay | null; google: CastWay | null }>({ browser: null, google: null });
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (!isWanted) return;
    let isCanceled = false;
    const { host, url, castAppId } = latest.current;
    const found = ways.current;
    const set = (kind: "browser" | "google", now: Reach) => {
      if (!isCanceled) setReach((all) => ({ ...all, [kind]: now }));
    };
    const eventsOf = (kind: "browser" | "google"): CastWayEvents => ({
      reached: (isInReach) => set(kind, isInReach ? "here" : "away"),
      connected: (television) => {
        if (isCanceled) television.end();
        else latest.current.connected(television);
      },
    });
    set("browser", "here");
    found.browser = host && openRemotePlayback(host, url, eventsOf("browser"));
    if (found.browser === null) set("browser", "none");
    set("google", castAppId === null ? "none" : "opening");
    if (castAppId !== null)
      openGoogleCast(castAppId, eventsOf("google")).then(
        (way) => {
          if (isCanceled) return way?.close();
          found.google = way;
          if (way === null) set("google", "none");
          else setReach((all) => (all.google === "opening" ? { ...all, google: "away" } : all));
        },
        () => set("google", "failed"),
      );
    return () => {
      isCanceled = true;
      found.browser?.close();
      found.google?.close();
      ways.current = { browser: null, google: null };
    };
  }, [isWanted]);
  const wayOf = (kind: "browser" | "google"): WayNow => ({
    reach: reach[kind],
    choose: () =>
      void ways.current[kind]?.choose().catch((error: unknown) => {
        if (!(error instanceof NoTelevision)) throw error;
        latest.current.refused();
      }),
  });
  return { browser: wayOf("browser"), google: wayOf("google") };
}
