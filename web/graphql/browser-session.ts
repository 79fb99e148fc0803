import { knownSessionKey } from "../../contract/boot.ts";
import { takeEarlyToken } from "../lib/early-taps.ts";
import { fetchAgain } from "./fetch-again.ts";
import { adultKey } from "./known-adult.ts";
import type { KnownSession, SessionDeps } from "./session.ts";

/** `SessionDeps` of the browser. */
export function browserDeps(): SessionDeps {
  const channel = new BroadcastChannel("eightcount-session");
  return {
    fetch: fetchAgain,
    takeEarlyToken,
    now: () => performance.now(),
    exclusively: (work) => navigator.locks.request("eightcount-session", work),
    tabs: {
      announce: () => channel.postMessage("changed"),
      subscribe: (listener) => channel.addEventListener("message", listener),
    },
    known: {
      get: () => JSON.parse(localStorage.getItem(knownSessionKey) ?? "null") as KnownSession | null,
      set: (who) => {
        if (who) return localStorage.setItem(knownSessionKey, JSON.stringify(who));
        localStorage.removeItem(knownSessionKey);
        localStorage.removeItem(adultKey);
      },
    },
  };
}
