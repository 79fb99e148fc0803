import type { BootData } from "../../../contract/boot.ts";
import type { Session } from "../../graphql/session.ts";
import { findAdClicks, type AdClicks } from "./find.ts";

const foundKey = "eightcount.ad-clicks";
const pushedKey = (userId: string, name: keyof AdClicks) => `eightcount.ad-clicks.pushed.${userId}.${name}`;
const doneKey = (userId: string) => `eightcount.ad-clicks.done.${userId}`;

/**
 * Puts the clicks that led here into the record of whoever is signed in: once per person and session. They are kept meanwhile, so that they
 * survive signing in. Call it only where the person may be counted.
 */
export function trackAdClicks(boot: BootData, session: Session): void {
  const found = findAdClicks({
    href: location.href.replace(/#.*$/, ""),
    cookies: document.cookie,
    now: Date.now(),
  });
  if (found.facebookClicks || found.googleClicks) keep(foundKey, JSON.stringify(found));
  const save = (): void => {
    const { state } = session;
    if (state.status === "ready") void saveFor(state.userId, boot, session);
  };
  session.subscribe(save);
  save();
}

async function saveFor(userId: string, boot: BootData, session: Session): Promise<void> {
  if (recall(doneKey(userId))) return;
  // Marked first: what is under way isn't begun twice.
  keep(doneKey(userId), "1");
  const clicks = JSON.parse(recall(foundKey) ?? "{}") as Partial<AdClicks>;
  try {
    const token = await session.token();
    for (const name of ["facebookClicks", "googleClicks"] as const) {
      const click = clicks[name];
      if (!click || recall(pushedKey(userId, name))) continue;
      const url = `/rtdb/subscriptions/${userId}/${name}.json?auth=${token}`;
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(click),
      });
      if (!response.ok) throw new Error(`The realtime database answered ${response.status}`);
      keep(pushedKey(userId, name), "1");
    }
  } catch (error) {
    // Tried again with the next page or session; what has been pushed stays pushed.
    forget(doneKey(userId));
    report(error, boot, userId);
  }
}

function report(error: unknown, { collector }: BootData, userId: string): void {
  console.error(error);
  if (!collector) return;
  const message = error instanceof Error ? error.message : String(error);
  fetch(`${collector.url}/track`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${btoa(`${collector.writeKey}:`)}` },
    body: JSON.stringify({
      messageId: crypto.randomUUID(),
      event: "error",
      userId,
      properties: { message, platform: "web", location: "trackAdClicks" },
      timestamp: new Date().toISOString(),
    }),
    keepalive: true,
  }).catch(() => undefined); // the console has it already
}

// A forbidden storage: then the click is pushed again after a reload, which the record shows by its timestamp.
function keep(key: string, value: string): void {
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
