import type { GraphqlClient } from "../../graphql/hooks.ts";
import { reportTimeZone } from "../../features/challenges/public/time-zone.ts";
import type { Session } from "../../graphql/session.ts";
import { reloadOutdated } from "../outdated.ts";

const ofDevice = /eightcount\.(kept|practice)\./;

/**
 * Background tasks of a page: reports the merge result of a sign-in, sends the time zone, uploads offline
 * practice, maintains downloads, and reloads an outdated page. Each task costs nothing if there is nothing to
 * do.
 */
export async function runBackgroundTasks(client: GraphqlClient, session: Session): Promise<void> {
  // Loaded with this chunk: after a deployment it could no longer be fetched.
  addEventListener("outdated", reloadOutdated);
  const { state } = session;
  // Return from an external sign-in. Cookies of guests aren't read: they may not have given consent.
  const isMember = state.status === "ready" && !state.isAnonymous;
  if (isMember && document.cookie.includes("eightcount.brought="))
    (await import("../../features/identity/public/merge-result.ts")).announceMergeResult();
  await reportTimeZone(client, session);
  if (!ofDevice.test(Object.keys(localStorage).join())) return;
  const { runDeviceTasks } = await import("../../features/player/public/device-tasks.ts");
  await runDeviceTasks(client, session);
}
