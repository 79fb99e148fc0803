import type { Client } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import type { Session } from "../../../graphql/session.ts";
import { dropAccounts, dropKept } from "../core/offline/keep.ts";
import { KEPT_MS, listKept, writeKept } from "../core/offline/record.ts";
import { deliverKeptPractice } from "../core/practice-recorder.ts";
import { deliverPractice } from "../parts/deliver-practice.ts";

/** Takes away what accounts keep on this device. */
export { dropAccounts };

const KeptClassQuery = graphql(`
  query KeptClass($id: ID!) {
    studioClass(id: $id) {
      id
      isLocked
    }
  }
`);

/** How often the studio is asked whether a kept class may still be danced, while one is about other things. */
const ASK_EVERY_MS = 3_600_000;

/**
 * Asks the studio of each class that the dancer keeps here: what may be danced is kept for another fortnight, what may not goes.
 * `sinceMs`: those that were asked after less than this ago are left alone. Without a connection nothing changes.
 */
export async function renewAllKept(client: Client, userId: string, sinceMs: number): Promise<void> {
  for (const kept of listKept(localStorage, userId)) {
    if (Date.now() - (kept.expiresAt - KEPT_MS) < sinceMs) continue;
    const { data } = await client
      .query(KeptClassQuery, { id: kept.studioClass.classId }, { requestPolicy: "network-only" })
      .toPromise();
    if (!data) return;
    if (!data.studioClass || data.studioClass.isLocked) await dropKept(kept);
    else writeKept(localStorage, { ...kept, expiresAt: Date.now() + KEPT_MS });
  }
}

let running: Promise<void> | null = null;

/** What waits on the device for a connection: practice is sent, kept classes are renewed or go. Never rejects; what fails waits on. */
export function doDeviceChores(client: Client, session: Session): Promise<void> {
  running ??= run(client, session)
    .catch(() => undefined)
    .finally(() => (running = null));
  return running;
}

async function run(client: Client, session: Session): Promise<void> {
  await session.token();
  const { state } = session;
  if (state.status !== "ready") return;
  const { userId, accountId, isAnonymous } = state;
  const deliver = deliverPractice(client, () => undefined);
  await deliverKeptPractice({ viewerId: userId, storage: localStorage, locks: navigator.locks, deliver });
  // A guest may be a member whose session ended: theirs waits for them, unseen. Another member is somebody else.
  if (!isAnonymous) await dropAccounts((other) => other !== accountId);
  await renewAllKept(client, userId, ASK_EVERY_MS);
}
