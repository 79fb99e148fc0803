import type { GraphqlClient } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import type { Session } from "../../../graphql/session.ts";
import { dropAccounts, deleteDownload } from "../downloads/download.ts";
import { DOWNLOAD_LIFETIME_MS, listDownloads, writeDownload } from "../downloads/record.ts";
import { deliverStoredPractice } from "../engine/practice-recorder.ts";
import { deliverPractice } from "../controls/deliver-practice.ts";

export { dropAccounts };

const DownloadedClassQuery = graphql(`
  query ClassOnDevice($id: ID!) {
    studioClass(id: $id) {
      id
      isLocked
    }
  }
`);

/** How often the server is asked whether a download may still be played, while the viewer is on other pages. */
const ASK_EVERY_MS = 3_600_000;

/**
 * Renews all downloads of a profile: extends those still allowed by 14 days and deletes the others. Skips downloads renewed less than
 * `sinceMs` ago. Changes nothing when offline.
 */
export async function renewAllDownloads(
  client: GraphqlClient,
  userId: string,
  sinceMs: number,
): Promise<void> {
  for (const download of listDownloads(localStorage, userId)) {
    if (Date.now() - (download.expiresAt - DOWNLOAD_LIFETIME_MS) < sinceMs) continue;
    const { data } = await client.query(
      DownloadedClassQuery,
      { id: download.studioClass.classId },
      { requestPolicy: "network-only" },
    );
    if (!data) return;
    if (!data.studioClass || data.studioClass.isLocked) await deleteDownload(download);
    else writeDownload(localStorage, { ...download, expiresAt: Date.now() + DOWNLOAD_LIFETIME_MS });
  }
}

let running: Promise<boolean> | null = null;

/**
 * Background tasks that wait for a connection: sends stored practice, renews or deletes downloads. Never rejects; failed tasks stay
 * pending.
 * @returns whether the server has all practice
 */
export function runDeviceTasks(client: GraphqlClient, session: Session): Promise<boolean> {
  running ??= run(client, session)
    .catch(() => false)
    .finally(() => (running = null));
  return running;
}

async function run(client: GraphqlClient, session: Session): Promise<boolean> {
  await session.token();
  const { state } = session;
  if (state.status !== "ready") return false;
  const { userId, accountId, isAnonymous } = state;
  const deliver = deliverPractice(client, null, () => undefined);
  const { locks } = navigator;
  const isAllSent = await deliverStoredPractice({ viewerId: userId, storage: localStorage, locks, deliver });
  // A guest may be a member whose session ended: their downloads stay, hidden. Another member's are deleted.
  if (!isAnonymous) await dropAccounts((other) => other !== accountId);
  await renewAllDownloads(client, userId, ASK_EVERY_MS);
  return isAllSent;
}
