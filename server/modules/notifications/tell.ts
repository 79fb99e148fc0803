import type { Tx } from "../../ctx.ts";
import { mailJob, pushJob } from "./jobs.ts";
import { factsOf } from "./kinds.ts";
import type { Kind } from "./kinds.ts";
import { endOfQuiet, nextDigest } from "./quiet.ts";
import { insertNews, planDigests } from "./store-delivery.ts";
import type { ToldRow } from "./store-delivery.ts";

/** News, as a reaction hears of it. */
export interface News {
  /** The same at every try: nobody hears the same source twice. */
  readonly sourceId: string;
  readonly people: readonly string[];
  readonly kind: Kind;
  /** News of one key are one until it is read. */
  readonly groupKey: string;
  readonly facts?: Readonly<Record<string, string | number>>;
  /** Where it leads: a path of the web. */
  readonly path: string;
  /** Path of a picture. */
  readonly imagePath?: string | null;
  /** Who did it; they don't hear of it themselves, nor does anybody who doesn't want to meet them. */
  readonly actorId?: string | null;
}

/** What is signalled when a person's inbox changes. */
export const inboxTopic = (personId: string): string => `notifications.inbox.${personId}`;

/** Tells people, each in the ways that they chose, outside their quiet hours. Telling again changes nothing. */
export async function tell(tx: Tx, news: News): Promise<void> {
  const now = tx.clock.now();
  const { inbox, push, email } = factsOf(news.kind);
  const told = await insertNews(tx.db, {
    sourceId: news.sourceId,
    people: news.people,
    kind: news.kind,
    groupKey: news.groupKey,
    facts: JSON.stringify(news.facts ?? {}),
    path: news.path,
    imagePath: news.imagePath ?? null,
    actorId: news.actorId ?? null,
    now,
    inbox,
    push,
    email,
  });
  const listed = told.filter((row) => row.inbox);
  if (listed.length > 0) tx.signal(...listed.map(({ personId }) => inboxTopic(personId)));
  const digests = told.filter((row) => row.email === "digest");
  if (digests.length > 0)
    await planDigests(
      tx.db,
      digests.map((row) => ({ id: row.id, at: nextDigest(now, quietOf(row), row.timeZone) })),
    );
  for (const row of told) {
    const runAt = endOfQuiet(now, quietOf(row), row.timeZone);
    const options = runAt ? { runAt } : {};
    if (row.email === "at_once")
      await tx.enqueue(mailJob, { itemId: row.id }, { ...options, key: `notifications.mail:${row.id}` });
    for (const deviceId of row.push ? row.devices : [])
      await tx.enqueue(
        pushJob,
        { itemId: row.id, deviceId },
        { ...options, key: `notifications.push:${row.id}:${deviceId}` },
      );
  }
}

function quietOf({ fromMinute, toMinute }: ToldRow) {
  return fromMinute === null || toMinute === null ? null : { fromMinute, toMinute };
}
