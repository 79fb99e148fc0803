import type { GraphqlClient } from "../../graphql/hooks.ts";
import { reportTimeZone } from "../../features/challenges/public/time-zone.ts";
import type { Session } from "../../graphql/session.ts";
import { paths } from "../../lib/paths.ts";
import type { Router } from "../../lib/router/router.ts";
import { studio } from "../../lib/studio.ts";
import { readBoot } from "../boot.ts";
import { reloadOutdated } from "../outdated.ts";
import { reloadOnStaleBuild } from "../stale-build.ts";

const storedKey = "eightcount.app-stored";
/** Not where the browser can't, and not for someone who saves data. */
const canStoreApp = (): boolean =>
  "serviceWorker" in navigator &&
  "caches" in globalThis &&
  !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

const ofDevice = /eightcount\.(kept|practice)\./;

let storing: Promise<void> | null = null;

/** Milliseconds for which a page has the device and the network for itself: a first class may start in them. */
const storeAfterMs = 5_000;

/** Stores the app for offline use after a pause, and once per build, language and settings of the studio. */
async function storeAppOnce(): Promise<void> {
  const boot = readBoot();
  const build = [boot.release, boot.locale, boot.studio.name, boot.studio.isOpen].join(" ");
  if (boot.isFromCache || localStorage.getItem(storedKey) === build || !canStoreApp()) return;
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve());
      else resolve();
    }, storeAfterMs);
  });
  const { storeApp } = await import("../../features/player/public/store-app.ts");
  // Without space, or cut by the network: the next page tries again.
  if (await storeApp()) localStorage.setItem(storedKey, build);
}

/**
 * Background tasks of a page: prefetches the next page's data, leads visitors to the landing page of a studio that isn't open,
 * reports the merge result of a sign-in, sends the time zone, uploads offline practice, maintains downloads, stores the app for
 * offline use, and reloads an outdated page. Each task costs nothing if there is nothing to do.
 * @returns whether nothing is left to send
 */
export async function runBackgroundTasks(
  client: GraphqlClient,
  session: Session,
  router: Router,
): Promise<boolean> {
  // Loaded with this chunk: after a deployment it could no longer be fetched.
  addEventListener("outdated", reloadOutdated);
  reloadOnStaleBuild(router);
  // The queries of a page that is about to be opened, with the active profile's client.
  router.prefetchWith((query, variables) => {
    void client.query(query, variables, { requestPolicy: "network-only" });
  });
  const { state } = session;
  const isMember = state.status === "ready" && !state.isAnonymous;
  // The server leads page loads of visitors to the landing page; this is for links within the app.
  if (!studio.isOpen && !isMember && location.pathname === paths.dashboard()) {
    location.replace(paths.comingSoon());
    return true;
  }
  // Return from an external sign-in. Cookies of guests aren't read: they may not have given consent.
  if (isMember && document.cookie.includes("eightcount.brought="))
    (await import("../../features/identity/public/merge-result.ts")).announceMergeResult();
  await reportTimeZone(client, session);
  let isAllSent = true;
  if (ofDevice.test(Object.keys(localStorage).join())) {
    const { runDeviceTasks } = await import("../../features/player/public/device-tasks.ts");
    isAllSent = await runDeviceTasks(client, session);
  }
  // Loads the whole app; once for each load of a page, however many paths are opened. Nothing waits for it.
  storing ??= storeAppOnce().catch(() => undefined);
  return isAllSent;
}
