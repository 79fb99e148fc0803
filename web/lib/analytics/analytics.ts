import { mayUse, onConsent } from "../consent.ts";
import { browserDoors } from "./browser-doors.ts";
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
let queue: MessageQueue | null = null;
let lastUrl = "";

/** Lets events be counted wherever and as long as the person allows it. Call it once. */
export function startAnalytics(given: Settings): void {
  settings = given;
  const follow = (): void => {
    if (mayUse("analytics")) queue ??= new MessageQueue(browserDoors(given.collector));
    else {
      queue?.forget();
      queue = null;
    }
  };
  follow();
  onConsent(follow);
  sendEventsTo((event, properties) => void add({ type: "track", event, properties }));
  addEventListener("pagehide", () => queue?.leave());
  addEventListener("pageshow", ({ persisted }) => persisted && queue?.resume());
  addEventListener("online", () => queue?.resume());
}

/** Counts one view of a page; the address before it is its referrer, or the page that led here. Nothing where it isn't allowed, or nobody is signed in yet. */
export function countPage(view: PageView): boolean {
  const counted = add({
    type: "page",
    name: view.path,
    properties: { ...view, referrer: lastUrl || document.referrer },
  });
  if (counted) lastUrl = view.url;
  return counted;
}

type Content<Of = Message> = Of extends Message
  ? Omit<Of, "messageId" | "timestamp" | "userId" | "context">
  : never;

function add(content: Content): boolean {
  const userId = settings?.whoIs();
  if (!queue || !settings || !userId || !mayUse("analytics")) return false;
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
