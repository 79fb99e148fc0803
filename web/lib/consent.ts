import { useSyncExternalStore } from "react";
import { consentCookie, isAllowed, readChoice, writeChoice } from "../../contract/consent.ts";
import type { ConsentChoice, ConsentState, Purpose } from "../../contract/consent.ts";

/** How it stands with this browser; as strict as it gets until `startConsent`. */
let state: ConsentState = {
  regime: "opt_in",
  countryCode: null,
  refusedByBrowser: false,
  choice: null,
};
const listeners = new Set<() => void>();

function change(next: ConsentState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Takes up what the server found out, and what the browser says itself. Call it once, before anything is counted. */
export function startConsent(found: ConsentState): void {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  change({
    ...found,
    refusedByBrowser:
      found.refusedByBrowser || globalPrivacyControl === true || doNotTrack === "1" || doNotTrack === "yes",
  });
  // Another tab may have answered meanwhile.
  addEventListener("visibilitychange", () => {
    const choice = readChoice(document.cookie);
    if (choice && JSON.stringify(choice) !== JSON.stringify(state.choice)) change({ ...state, choice });
  });
}

/** Whether something may be read, kept or sent for a purpose, now. */
export const mayUse = (purpose: Purpose): boolean => isAllowed(state, purpose);

/** Takes effect at once and at the next start. The proof is the server's: `useSetConsent` keeps it. */
export function rememberChoice(choice: ConsentChoice): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${consentCookie.name}=${writeChoice(choice)}; Path=/; Max-Age=${consentCookie.maxAgeSeconds}; SameSite=Lax${secure}`;
  change({ ...state, choice });
}

/** Calls `listener` whenever it stands otherwise. Returns the way to stop. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Does something once, as soon as a purpose is allowed: now, or with a later yes. */
export function whenAllowed(purpose: Purpose, work: () => void): void {
  if (mayUse(purpose)) return work();
  const stop = onConsent(() => {
    if (!mayUse(purpose)) return;
    stop();
    work();
  });
}

/** How it stands with this browser; follows every change. */
export const useConsent = (): ConsentState => useSyncExternalStore(onConsent, () => state);
