import type { Tx } from "../../ctx.ts";
import { mailJob, pushJob } from "./jobs.ts";
import { kinds } from "./kinds/index.ts";
import type { Delivery, Facts, Kind } from "./kinds/index.ts";
import { endOfQuiet, nextDigest } from "./quiet.ts";
import { insertNotifications, planDigests } from "./store-delivery.ts";
import type { NotifiedRow } from "./store-delivery.ts";

/** A notification to send. */
export interface Notification extends Omit<Delivery, "facts" | "sourceId"> {
  /** Idempotency key, the same on every retry: each person is notified once per source. */
  readonly sourceId: string;
  readonly kind: Kind;
  readonly facts?: Facts;
  /** One of many: its pushes and emails wait behind other jobs. */
  readonly isBulk?: boolean;
}

/** Pushes and emails to many people wait behind jobs that someone waits for. */
const bulkPriority = 5;

/** Pub/sub topic for changes of a person's inbox. */
export const inboxTopic = (personId: string): string => `notifications.inbox.${personId}`;

/**
 * Notifies people through the channels they chose, outside their quiet hours. Idempotent.
 * @returns those who hadn’t been notified yet, with their channels
 */
export async function notify(tx: Tx, notification: Notification): Promise<NotifiedRow[]> {
  const now = tx.clock.now();
  const { inbox, push, email } = kinds[notification.kind].channels;
  const { reached } = notification;
  const other = reached && kinds[reached.kind].channels;
  const notified = await insertNotifications(tx.db, {
    sourceId: notification.sourceId,
    people: notification.people,
    kind: notification.kind,
    groupKey: notification.groupKey,
    facts: JSON.stringify(notification.facts ?? {}),
    path: notification.path,
    groupPath: notification.groupPath ?? notification.path,
    imagePath: notification.imagePath ?? null,
    actorId: notification.actorId ?? null,
    now,
    inbox,
    push,
    email,
    reached: reached?.people ?? [],
    reachedBy: reached?.kind ?? null,
    reachedInbox: other?.inbox ?? false,
    reachedPush: other?.push ?? false,
    reachedEmail: other?.email ?? "off",
  });
  const listed = notified.filter((row) => row.inbox);
  if (listed.length > 0) tx.signal(...listed.map(({ personId }) => inboxTopic(personId)));
  const digests = notified.filter((row) => row.email === "digest");
  if (digests.length > 0)
    await planDigests(
      tx.db,
      digests.map((row) => ({ id: row.id, at: nextDigest(now, quietOf(row), row.timeZone) })),
    );
  const optionsOf = (row: NotifiedRow) => {
    const runAt = endOfQuiet(now, quietOf(row), row.timeZone);
    return { ...(runAt && { runAt }), ...(notification.isBulk && { priority: bulkPriority }) };
  };
  await tx.enqueueAll(
    mailJob,
    notified
      .filter((row) => row.email === "at_once" && !kinds[notification.kind].hasOwnEmail)
      .map((row) => ({
        payload: { itemId: row.id },
        options: { ...optionsOf(row), key: `notifications.mail:${row.id}` },
      })),
  );
  await tx.enqueueAll(
    pushJob,
    notified
      .filter((row) => row.push)
      .flatMap((row) =>
        row.devices.map((deviceId) => ({
          payload: { itemId: row.id, deviceId },
          options: { ...optionsOf(row), key: `notifications.push:${row.id}:${deviceId}` },
        })),
      ),
  );
  return notified;
}

/** The quiet hours of someone who is notified; null without any. */
export function quietOf({ fromMinute, toMinute }: NotifiedRow) {
  return fromMinute === null || toMinute === null ? null : { fromMinute, toMinute };
}
