import { purposes, type Purpose } from "../../../contract/consent.ts";
import { mayUse, onConsent } from "../consent.ts";
import { browserDeps } from "./browser-deps.ts";
import { MessageQueue } from "./queue.ts";
import type { Message } from "./queue.ts";
import { sendEventsTo } from "./track.ts";

export type PageView = { path: string; url: string; title: string; search: string };

type Settings = {
  collector: { url: string; writeKey: string };
  release: string;
  /** The id of whoever is signed in; null until somebody is. */
  whoIs: () => string | null;
};

let settings: Settings | null = null;
const storageKeys: Record<Purpose, string> = {
  analytics: "eightcount.events",
  advertising: "eightcount.events.advertising",
};
/** A queue for each purpose that is allowed, so that a refusal forgets only its own messages. */
const queues = new Map<Purpose, MessageQueue>();
let lastUrl = "";

/** Lets events be counted wherever and as long as the person allows it. Call it once. */
export function startAnalytics(given: Settings): void {
  settings = given;
  const follow = (): void => {
    for (const purpose of purposes) {
      const queue = queues.get(purpose);
      if (!mayUse(purpose)) {
        queue?.forget();
        queues.delete(purpose);
      } else if (!queue)
        queues.set(purpose, new MessageQueue(browserDeps(given.collector, storageKeys[purpose])));
    }
  };
  follow();
  onConsent(follow);
  sendEventsTo((event, properties, purpose) => void add({ type: "track", event, properties }, purpose));
  const resume = (): void => queues.forEach((queue) => queue.resume());
  addEventListener("pagehide", () => queues.forEach((queue) => queue.leave()));
  addEventListener("pageshow", ({ persisted }) => persisted && resume());
  addEventListener("online", resume);
}

/** Counts one view of a page; the address before it is its referrer, or the page that led here. Nothing where it isn't allowed, or nobody is signed in yet. */
export function countPage(view: PageView): boolean {
  const counted = add(
    {
      type: "page",
      name: view.path,
      properties: { ...view, referrer: lastUrl || document.referrer },
    },
    "analytics",
  );
  if (counted) lastUrl = view.url;
  return counted;
}

type Content<Of = Message> = Of extends Message
  ? Omit<Of, "messageId" | "timestamp" | "userId" | "context">
  : never;

function add(content: Content, purpose: Purpose): boolean {
  const userId = settings?.whoIs();
  const queue = queues.get(purpose);
  if (!queue || !settings || !userId || !mayUse(purpose)) return false;
  queue.add({
    ...content,
    messageId: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    userId,
    context: {
      library: { name: "eightcount-web", version: settings.release },
      locale: navigator.language,
    },
  } as Message);
  return true;
}
