import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** A player of a person. */
export interface StreamKey {
  readonly personId: string;
  readonly streamId: string;
}

type Counted = StreamKey & { countsMs: number };

const touch = statement<Counted, never>(
  "media.touch_stream",
  (p) => sql`
    update media.streams set seen_at = now()
    where person_id = ${p.personId}::uuid and stream_id = ${p.streamId} and seen_at > now() - ${p.countsMs}::int * interval '1 millisecond'`,
);
const lockPerson = statement<{ personId: string }, { locked: unknown }>(
  "media.lock_streams",
  (p) => sql`select pg_advisory_xact_lock(hashtextextended(${p.personId}, 4)) is null as locked`,
);
const claim = statement<Counted & { most: number }, { streamId: string }>(
  "media.claim_stream",
  (p) => sql`
    insert into media.streams (person_id, stream_id, seen_at)
    select ${p.personId}::uuid, ${p.streamId}, now()
    where (select count(*) from media.streams
      where person_id = ${p.personId}::uuid and stream_id <> ${p.streamId}
        and seen_at > now() - ${p.countsMs}::int * interval '1 millisecond') < ${p.most}::int
    on conflict (person_id, stream_id) do update set seen_at = excluded.seen_at
    returning stream_id as "streamId"`,
);
const remove = statement<StreamKey, never>(
  "media.delete_stream",
  (p) => sql`delete from media.streams where person_id = ${p.personId}::uuid and stream_id = ${p.streamId}`,
);
const removeOld = statement<Record<string, never>, never>(
  "media.delete_old_streams",
  () => sql`delete from media.streams where seen_at < now() - interval '10 minutes'`,
);

/** Notes that a stream that counts goes on. @returns false when it doesn't count, or no longer */
export const touchStream = async (db: Db, stream: StreamKey, countsMs: number): Promise<boolean> =>
  (await db.change(touch, { ...stream, countsMs })) > 0;

/**
 * Counts a stream as playing unless the person has `most` others. In a transaction: two servers at once wait for each other.
 * @returns whether it may play
 */
export async function claimStream(
  db: Db,
  stream: StreamKey,
  limits: { most: number; countsMs: number },
): Promise<boolean> {
  await db.many(lockPerson, { personId: stream.personId });
  return (await db.maybe(claim, { ...stream, ...limits })) !== null;
}

export const deleteStream = async (db: Db, stream: StreamKey): Promise<void> => {
  await db.change(remove, stream);
};
export const deleteOldStreams = (db: Db): Promise<number> => db.change(removeOld, {});
