import { useSyncExternalStore } from "react";
import { consentCookie, isAllowed, readChoice, writeChoice } from "../../contract/consent.ts";
import type { ConsentChoice, ConsentState, Purpose } from "../../contract/consent.ts";

/** Consent of this browser; the strictest state until `startConsent`. */
let state: ConsentState = {
  regime: "opt_in",
  countryCode: null,
  refusedByBrowser: false,
  choice: null,
};
const currentState = (): ConsentState => state;
const listeners = new Set<() => void>();

function change(next: ConsentState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Sets the state from the server's finding and the browser's own signals. Call it once, before any tracking. */
export function startConsent(found: ConsentState): void {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  change({
    ...found,
    refusedByBrowser:
      found.refusedByBrowser || globalPrivacyControl === true || doNotTrack === "1" || doNotTrack === "yes",
  });
  // Another tab may have changed the choice.
  addEventListener("visibilitychange", () => {
    const choice = readChoice(document.cookie);
    if (choice && JSON.stringify(choice) !== JSON.stringify(state.choice)) change({ ...state, choice });
  });
}

/** Whether data may currently be read, stored or sent for a purpose. */
export const mayUse = (purpose: Purpose): boolean => isAllowed(state, purpose);

/** The country of this visitor, ISO 3166-1 alpha-2; null if unknown. */
export const visitorCountry = (): string | null => state.countryCode;

/** Applies a choice at once and on the next start. The server stores the proof, by `useSetConsent`. */
export function rememberChoice(choice: ConsentChoice): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${consentCookie.name}=${writeChoice(choice)}; Path=/; Max-Age=${consentCookie.maxAgeSeconds}; SameSite=Lax${secure}`;
  change({ ...state, choice });
}

/** Calls `listener` when the consent state changes. Returns an unsubscribe function. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs `work` once, as soon as a purpose is allowed: now or after a later consent. */
export function whenAllowed(purpose: Purpose, work: () => void): void {
  if (mayUse(purpose)) return work();
  const stop = onConsent(() => {
    if (!mayUse(purpose)) return;
    stop();
    work();
  });
}

/** Consent state of this browser; rerenders on every change. */
export const useConsent = (): ConsentState => useSyncExternalStore(onConsent, currentState, currentState);
