import type { Session } from "../../graphql/session.ts";
import { track } from "../../lib/analytics/track.ts";
import { mayUse, onConsent } from "../../lib/consent.ts";
import { findAdClicks, keepNewest, type AdClicks } from "./find.ts";
import { pushIdOf } from "./push-id.ts";

const foundKey = "eightcount.ad-clicks";
const pushedKey = (userId: string, name: keyof AdClicks) => `eightcount.ad-clicks.pushed.${userId}.${name}`;
const doneKey = (userId: string) => `eightcount.ad-clicks.done.${userId}`;

/** The landing URL: the app may have navigated since, before consent was given. */
function landingHref(): string {
  const [entry] = performance.getEntriesByType("navigation");
  const href = entry && URL.canParse(entry.name) ? entry.name : location.href;
  // The hash never leaves the browser: links in emails carry their secret there.
  return href.replace(/#.*$/, "");
}

/**
 * Saves the session's ad clicks in the signed-in account, once per account and session.
 * The clicks are stored in the browser until then, so that they survive signing in. A landing without clicks
 * is marked as done. Call it only if advertising is allowed.
 */
export function trackAdClicks(session: Session): void {
  const found = keepNewest(
    foundBefore(),
    findAdClicks({ href: landingHref(), cookies: document.cookie, now: Date.now() }),
  );
  if (found.facebookClicks || found.googleClicks) store(foundKey, JSON.stringify(found));
  const save = (): void => {
    const { state } = session;
    if (state.status === "ready" && mayUse("advertising")) void saveFor(state.accountId, session);
  };
  session.subscribe(save);
  onConsent(() => {
    if (!mayUse("advertising")) forget(foundKey);
  });
  save();
}

const foundBefore = (): Partial<AdClicks> => JSON.parse(recall(foundKey) ?? "{}") as Partial<AdClicks>;

/** Accounts whose clicks this page is saving. */
const saving = new Set<string>();

async function saveFor(userId: string, session: Session): Promise<void> {
  if (recall(doneKey(userId)) || saving.has(userId)) return;
  saving.add(userId);
  const clicks = foundBefore();
  try {
    const token = await session.token();
    for (const name of ["facebookClicks", "googleClicks"] as const) {
      const click = clicks[name];
      if (!click || recall(pushedKey(userId, name))) continue;
      // The click has one id: if the page is left before the answer, the next page writes the same entry again.
      const url = `/rtdb/subscriptions/${userId}/${name}/${pushIdOf(click)}.json?auth=${token}`;
      const response = await fetch(url, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(click),
        keepalive: true,
      });
      if (!response.ok) throw new Error(`The realtime database answered ${response.status}`);
      store(pushedKey(userId, name), "1");
    }
    store(doneKey(userId), "1");
  } catch (error) {
    // Retried on the next page or session; completed pushes are not repeated.
    console.error(error);
    const message = error instanceof Error ? error.message : String(error);
    track("error", { message, platform: "web", location: "trackAdClicks" }, "advertising");
  } finally {
    saving.delete(userId);
  }
}

// With a forbidden storage the click is pushed again after a reload. Its timestamp reveals the duplicate.
function store(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    return;
  }
}
function recall(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    return;
  }
}
