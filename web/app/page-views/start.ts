import type { BootData } from "../../../contract/boot.ts";
import { onPageTitle } from "../../lib/page-title.ts";
import type { Session } from "../../graphql/session.ts";
import { PageViewQueue } from "./queue.ts";

/** A page that never names itself is counted under the title that stands then. */
const UNNAMED_AFTER_MS = 4_000;

/** Whether this person may be counted: consent given, and neither Global Privacy Control nor Do Not Track set. */
export function mayCount(
  consent: BootData["consent"],
  browser: { globalPrivacyControl?: boolean; doNotTrack?: string | null },
): boolean {
  return (
    consent === "granted" &&
    browser.globalPrivacyControl !== true &&
    browser.doNotTrack !== "1" &&
    browser.doNotTrack !== "yes"
  );
}

/**
 * Counts a page view on the first load and whenever the path changes, once the page has named itself and the person is
 * known. Returns whether this person is counted, and what the router calls after each change of the path.
 */
export function startPageViews(
  boot: BootData,
  session: Session,
): { counted: boolean; pathChanged: () => void } {
  const { collector } = boot;
  if (!collector || !mayCount(boot.consent, navigator as Navigator & { globalPrivacyControl?: boolean }))
    return { counted: false, pathChanged: () => undefined };

  const post = (path: string, body: string, keepalive: boolean): Promise<Response> =>
    fetch(collector.url + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${btoa(`${collector.writeKey}:`)}`,
      },
      body,
      keepalive,
      credentials: "omit",
    });
  const queue = new PageViewQueue(
    {
      // A refusal for good (4xx) counts as taken: sending it again would be refused again.
      send: (path, body) =>
        post(path, body, false).then(
          ({ status }) => status < 500 && status !== 429,
          () => false,
        ),
      // navigator.sendBeacon can't carry the write key's header; a fetch that outlives the page can.
      beacon(path, body) {
        post(path, body, true).catch(() => undefined); // nobody is left to hear of it
        return true;
      },
      now: () => new Date(),
      newId: () => crypto.randomUUID(),
      later: (work, ms) => setTimeout(work, ms),
    },
    boot.release,
  );

  let counted: string | null = null;
  const count = (): void => {
    const { state } = session;
    if (counted === location.pathname || state.status !== "ready") return;
    counted = location.pathname;
    queue.add(
      {
        path: location.pathname,
        url: location.href.replace(/#.*$/, ""),
        title: document.title,
        search: location.search,
      },
      state.userId,
    );
  };
  let unnamed: ReturnType<typeof setTimeout> | undefined;
  const countUnnamedLater = (): void => {
    clearTimeout(unnamed);
    unnamed = setTimeout(count, UNNAMED_AFTER_MS);
  };
  let named: string | null = null;
  onPageTitle(({ pathname }) => {
    named = pathname;
    count();
  });
  session.subscribe(() => {
    if (named === location.pathname) count();
  });
  addEventListener("pagehide", () => queue.leave());
  countUnnamedLater();
  return {
    counted: true,
    pathChanged() {
      // Coming back to the page that was counted last is a view of its own.
      if (counted !== location.pathname) countUnnamedLater();
    },
  };
}
