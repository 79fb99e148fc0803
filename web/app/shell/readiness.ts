import { useEffect, useState } from "react";
import { useQuery } from "../../graphql/hooks.ts";
import { ConfigQuery } from "../../features/growth/public/config-query.ts";
import { useSessionState } from "../../graphql/provider.tsx";
import type { SessionError } from "../../graphql/session-error.ts";
import { fetchIpLocation, saveIpLocation, savedIpLocation } from "../../lib/ip-location.ts";
import { useBoot } from "../boot-context.ts";

export type Readiness =
  | { status: "loading" }
  | { status: "ready" }
  | { status: "failed"; error: SessionError };

/**
 * The app is ready when three conditions hold. A session exists, possibly anonymous. The IP location is saved
 * in this browser, possibly as unknown. The first Config query has returned.
 */
export function useReadiness(): Readiness {
  const session = useSessionState();
  const located = useIpLocation();
  const configured = useFirstConfig();
  if (session.status === "failed") return session;
  return session.status === "ready" && located && configured ? { status: "ready" } : { status: "loading" };
}

function useIpLocation(): boolean {
  const { ipLocation } = useBoot();
  const [located, setLocated] = useState(() => {
    if (import.meta.env.SSR) return false;
    if (ipLocation) saveIpLocation(localStorage, ipLocation, Date.now());
    return ipLocation !== null || savedIpLocation(localStorage, Date.now()) !== null;
  });
  useEffect(() => {
    if (located) return;
    let isUnmounted = false;
    void fetchIpLocation(fetch).then((location) => {
      if (isUnmounted) return;
      saveIpLocation(localStorage, location, Date.now());
      setLocated(true);
    });
    return () => {
      isUnmounted = true;
    };
  }, [located]);
  return located;
}

/** True after the first result, even a failure: without flags the app shows the features that need none. */
function useFirstConfig(): boolean {
  const [{ fetching }] = useQuery({ query: ConfigQuery });
  const [answered, setAnswered] = useState(!fetching);
  if (!fetching && !answered) setAnswered(true);
  return answered;
}
