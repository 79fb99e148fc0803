import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";
import type { ClientName } from "./client.ts";

/** A screen that plays: a playback link as one client uses it. */
export interface Screen {
  readonly personId: string;
  /** The id in the link's token. */
  readonly streamId: string;
  /** A shared link counts once for each client. */
  readonly client: ClientName;
}

type Row = { personId: string; screen: string };
type Counted = Row & { countsMs: number };
const rowOf = ({ personId, streamId, client }: Screen): Row => ({
  personId,
  screen: [streamId, client.network, client.program].join("."),
});

const touch = statement<Counted & { recordEveryMs: number }, { isActive: boolean }>(
  "media.touch_stream",
  (p) => sql`
    with recorded as (
      update media.streams set seen_at = now()
      where person_id = ${p.personId}::uuid and stream_id = ${p.screen}
        and seen_at > now() - ${p.countsMs}::int * interval '1 millisecond'
        and seen_at <= now() - ${p.recordEveryMs}::int * interval '1 millisecond'
    )
    select exists (
      select from media.streams
      where person_id = ${p.personId}::uuid and stream_id = ${p.screen} and seen_at > now() - ${p.countsMs}::int * interval '1 millisecond'
    ) as "isActive"`,
);
const lockPerson = statement<{ personId: string }, { locked: unknown }>(
  "media.lock_streams",
  (p) => sql`select pg_advisory_xact_lock(hashtextextended(${p.personId}, 4)) is null as locked`,
);
const claim = statement<Counted & { streamId: string; most: number }, { streamId: string }>(
  "media.claim_stream",
  (p) => sql`
    with others as (
      select stream_id, claimed_at from media.streams
      where person_id = ${p.personId}::uuid and stream_id <> ${p.screen}
        and seen_at > now() - ${p.countsMs}::int * interval '1 millisecond'
    ), moved as (
      delete from media.streams
      where person_id = ${p.personId}::uuid and (select count(*) from others) = ${p.most}::int and stream_id in (
        select stream_id from others
        where split_part(stream_id, '.', 1) = ${p.streamId} and claimed_at <= now() - ${p.countsMs}::int * interval '1 millisecond'
        order by claimed_at limit 1)
      returning stream_id
    )
    insert into media.streams (person_id, stream_id, seen_at, claimed_at)
    select ${p.personId}::uuid, ${p.screen}, now(), now()
    where (select count(*) from others) - (select count(*) from moved) < ${p.most}::int
    on conflict (person_id, stream_id) do update set seen_at = excluded.seen_at, claimed_at = excluded.claimed_at
    returning stream_id as "streamId"`,
);
// A closing page's beacon may have another user agent than the system's player that fetched its segments.
const remove = statement<{ personId: string; streamId: string; network: string }, never>(
  "media.delete_stream",
  (p) => sql`
    delete from media.streams where person_id = ${p.personId}::uuid
      and split_part(stream_id, '.', 1) = ${p.streamId} and split_part(stream_id, '.', 2) = ${p.network}`,
);
const removeOld = statement<Record<string, never>, never>(
  "media.delete_old_streams",
  () => sql`
    delete from media.streams where ${oldest("media.streams", "seen_at", sql`(now() - interval '10 minutes')`)}`,
);

/**
 * Extends the time of an active screen whose record is older than `recordEveryMs`.
 * @returns false if it isn't active, or no longer
 */
export const touchStream = async (
  db: Db,
  screen: Screen,
  limits: { countsMs: number; recordEveryMs: number },
): Promise<boolean> => (await db.one(touch, { ...rowOf(screen), ...limits })).isActive;

/**
 * Counts a screen as playing unless the person has the maximum of others. A link that moved to another client takes
 * over its own place, and may do so again after `countsMs`. In a transaction: two servers at once wait for each other.
 * @returns whether it may play
 */
export async function claimStream(
  db: Db,
  screen: Screen,
  limits: { most: number; countsMs: number },
): Promise<boolean> {
  await db.many(lockPerson, { personId: screen.personId });
  return (await db.maybe(claim, { ...rowOf(screen), streamId: screen.streamId, ...limits })) !== null;
}

/** Frees the places of a link in the client's network. */
export const deleteStream = async (db: Db, { personId, streamId, client }: Screen): Promise<void> => {
  await db.change(remove, { personId, streamId, network: client.network });
};
export const deleteOldStreams = (db: Db): Promise<void> => deleteInBatches(db, removeOld, {});
