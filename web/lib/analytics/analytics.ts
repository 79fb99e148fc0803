import { purposes, type Purpose } from "../../../contract/consent.ts";
import { mayUse, onConsent } from "../consent.ts";
import { browserDeps } from "./browser-deps.ts";
import { MessageQueue } from "./queue.ts";
import type { Message } from "./queue.ts";
import { sendEventsTo } from "./track.ts";

export type PageView = {
  path: string;
  url: string;
  title: string;
  search: string;
  /** The URL of the page before this one's document; empty if there is none. */
  ledHere: string;
};

type Settings = {
  collector: { url: string; writeKey: string };
  release: string;
  /** The id of the signed-in account; null while there is none. */
  whoIs: () => string | null;
};

let settings: Settings | null = null;
const storageKeys: Record<Purpose, string> = {
  analytics: "eightcount.events",
  advertising: "eightcount.events.advertising",
};
/** One queue per allowed purpose, so that a withdrawal of consent drops only the messages of that purpose. */
const queues = new Map<Purpose, MessageQueue>();
let lastUrl = "";

/** Starts analytics, within the person's consent. Call it once. */
export function startAnalytics(options: Settings): void {
  settings = options;
  const follow = (): void => {
    for (const purpose of purposes) {
      const queue = queues.get(purpose);
      if (!mayUse(purpose)) {
        queue?.forget();
        queues.delete(purpose);
      } else if (!queue)
        queues.set(purpose, new MessageQueue(browserDeps(options.collector, storageKeys[purpose])));
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

/**
 * Counts a page view. The referrer is the previous page, or the page that led here.
 * Does nothing without consent or before sign-in.
 */
export function countPage({ ledHere, ...view }: PageView): boolean {
  const counted = add(
    {
      type: "page",
      name: view.path,
      properties: { ...view, referrer: lastUrl || ledHere },
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
