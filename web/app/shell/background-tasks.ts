import type { Client } from "urql";
import { reportTimeZone } from "../../features/challenges/public/time-zone.ts";
import type { Session } from "../../graphql/session.ts";
import { reloadOutdated } from "../outdated.ts";

const ofDevice = /eightcount\.(kept|practice)\./;

/** Says what signing in brought along, tells the studio by which clock one lives, sends what was danced without a connection, looks after kept classes, reloads a page that is too old. What needn't be done costs nothing. */
export async function runBackgroundTasks(client: Client, session: Session): Promise<void> {
  // Its code comes with this one: after a deployment it couldn't be fetched any more.
  addEventListener("outdated", reloadOutdated);
  const { state } = session;
  // Whoever comes back from signing in at another site. Of strangers no cookie is read: they may not have been asked yet.
  const isMember = state.status === "ready" && !state.isAnonymous;
  if (isMember && document.cookie.includes("eightcount.brought="))
    (await import("../../features/identity/public/merge-result.ts")).announceMergeResult();
  await reportTimeZone(client, session);
  if (!ofDevice.test(Object.keys(localStorage).join())) return;
  const { runDeviceTasks } = await import("../../features/player/public/device-tasks.ts");
  await runDeviceTasks(client, session);
}
