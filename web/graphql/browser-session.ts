import "../lib/early-taps.ts";
import { fetchAgain } from "./fetch-again.ts";
import { adultKey } from "./known-adult.ts";
import type { KnownSession, SessionDeps } from "./session.ts";

const knownKey = "eightcount.session-known";

/** `SessionDeps` of the browser. */
export function browserDeps(): SessionDeps {
  const channel = new BroadcastChannel("eightcount-session");
  return {
    fetch: async (input, init) => {
      // Two requests at once would start two sessions.
      await window.earlySignIn;
      return fetchAgain(input, init);
    },
    now: () => performance.now(),
    exclusively: (work) => navigator.locks.request("eightcount-session", work),
    tabs: {
      announce: () => channel.postMessage("changed"),
      subscribe: (listener) => channel.addEventListener("message", listener),
    },
    known: {
      get: () => JSON.parse(localStorage.getItem(knownKey) ?? "null") as KnownSession | null,
      set: (who) => {
        if (who) return localStorage.setItem(knownKey, JSON.stringify(who));
        localStorage.removeItem(knownKey);
        localStorage.removeItem(adultKey);
      },
    },
  };
}
