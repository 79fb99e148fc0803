import { sql } from "kysely";
import { statement } from "../../../../platform/db.ts";
import type { Db } from "../../../../platform/db.ts";
import type { Mark } from "./table.ts";

// A service that was sent events before EVENTS_URL was set goes on with the first one in ClickHouse. Processes that had the setting before
// the worker may have stored some already; those that PostgreSQL forwarded are marked as moved.
// A new one without ClickHouse's time begins ten minutes early by PostgreSQL's: it gets some older events rather than too few.
const begin = statement<{ id: string; end: number | null }, Mark>(
  "growth.begin_event_mark",
  (p) => sql`
    with begun as (
      insert into growth.event_marks (id, received_at, position, message_id)
      select ${p.id}, case when exists (select from growth.forwarders where id = ${p.id}) then 0
        else coalesce(${p.end}::bigint, floor(extract(epoch from now()))::bigint - 600) end, 0, ''
      on conflict (id) do nothing returning received_at, position, message_id
    )
    select received_at::float8 as "receivedAt", position::float8 as position, message_id as "messageId" from (
      select * from begun union all select received_at, position, message_id from growth.event_marks where id = ${p.id}
    ) as mark`,
);
const find = statement<{ id: string }, Mark>(
  "growth.find_event_mark",
  (p) => sql`
    select received_at::float8 as "receivedAt", position::float8 as position, message_id as "messageId" from growth.event_marks
    where id = ${p.id}`,
);
const move = statement<
  Mark & { id: string; fromReceivedAt: number; fromPosition: number; fromMessageId: string; now: Date },
  never
>(
  "growth.move_event_mark",
  (p) => sql`
    update growth.event_marks set received_at = ${p.receivedAt}::bigint, position = ${p.position}::bigint,
      message_id = ${p.messageId}, moved_at = ${p.now}::timestamptz
    where id = ${p.id} and received_at = ${p.fromReceivedAt}::bigint and position = ${p.fromPosition}::bigint
      and message_id = ${p.fromMessageId}`,
);

/** An event that PostgreSQL holds for ClickHouse. */
export interface HeldEvent {
  readonly messageId: string;
  readonly receivedMonth: string;
  readonly type: string;
  readonly name: string | null;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  /** Milliseconds since 1970. */
  readonly happenedAt: number;
  /** Seconds since 1970. */
  readonly receivedAt: number;
  readonly countryCode: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly message: string;
  readonly seq: number;
}
const listHeld = statement<{ readers: readonly string[]; limit: number }, HeldEvent>(
  "growth.list_held_events",
  (p) => sql`
    select message_id as "messageId", received_month::text as "receivedMonth", type, name, user_id as "userId",
      anonymous_id as "anonymousId", round(extract(epoch from happened_at) * 1000)::float8 as "happenedAt",
      floor(extract(epoch from received_at))::float8 as "receivedAt", country_code as "countryCode", source, medium, campaign,
      message::text as message, seq::float8 as seq
    from growth.events
    where (xact, seq) <= (
      select xact, seq from growth.forwarders where id = any(${p.readers}::text[]) order by forwarders.xact, forwarders.seq limit 1)
    order by events.xact, events.seq limit ${p.limit}::int`,
);
const deleteHeld = statement<{ ids: readonly string[]; months: readonly string[] }, never>(
  "growth.delete_held_events",
  (p) => sql`
    delete from growth.events using unnest(${p.ids}::text[], ${p.months}::date[]) as moved (id, month)
    where message_id = moved.id and received_month = moved.month`,
);

const request = statement<{ personId: string; isSet: boolean; now: Date }, never>(
  "growth.request_event_erasure",
  (p) => sql`
    insert into growth.event_erasures (person_id, requested_at)
    select id, ${p.now}::timestamptz from (
      select ${p.personId} as id
      union select previous_id from growth.aliases where person_id = ${p.personId} or previous_id = ${p.personId}
    ) as everyone
    where ${p.isSet}::boolean or exists (select from growth.event_marks)
    on conflict (person_id) do update set requested_at = excluded.requested_at`,
);
/** A deleted person whose events ClickHouse may still have. */
export interface Erasure {
  readonly personId: string;
  readonly requestedAt: Date;
}
const listErasuresAfter = statement<Erasure & { limit: number }, Erasure>(
  "growth.list_event_erasures",
  (p) => sql`
    select person_id as "personId", requested_at as "requestedAt" from growth.event_erasures
    where (requested_at, person_id) > (${p.requestedAt}::timestamptz, ${p.personId})
    order by requested_at, person_id limit ${p.limit}::int`,
);
const findErased = statement<{ ids: readonly string[] }, { personId: string }>(
  "growth.find_event_erasures",
  (p) => sql`
    select person_id as "personId" from growth.event_erasures where person_id = any(${p.ids}::text[])`,
);
const deleteHeldOf = statement<{ ids: readonly string[] }, never>(
  "growth.delete_held_events_of_people",
  (p) => sql`
    delete from growth.events where user_id = any(${p.ids}::text[]) or anonymous_id = any(${p.ids}::text[])`,
);
const finish = statement<{ ids: readonly string[]; before: Date }, never>(
  "growth.finish_event_erasures",
  (p) => sql`
    delete from growth.event_erasures where person_id = any(${p.ids}::text[]) and requested_at <= ${p.before}::timestamptz`,
);

/**
 * Mark of a reader. A new one begins at `end`, in seconds since 1970 by ClickHouse's clock; 0: with the first event; null: ten minutes ago by
 * PostgreSQL's clock, or with the first event if PostgreSQL has forwarded some to it.
 */
export const beginMark = (db: Db, id: string, end: number | null): Promise<Mark> =>
  db.one(begin, { id, end });
/** Mark of a reader; null: it hasn't begun. */
export const findMark = (db: Db, id: string): Promise<Mark | null> => db.maybe(find, { id });
/** Moves the mark of a reader. @returns false if it isn't at `from`, because another process has moved it */
export const moveMark = async (
  db: Db,
  id: string,
  { from, to, now }: { from: Mark; to: Mark; now: Date },
): Promise<boolean> =>
  (await db.change(move, {
    id,
    ...to,
    fromReceivedAt: from.receivedAt,
    fromPosition: from.position,
    fromMessageId: from.messageId,
    now,
  })) > 0;
/** Events in PostgreSQL that all of these readers have read, in their order. Readers that have not begun don't count. */
export const listHeldEvents = (db: Db, readers: readonly string[], limit: number): Promise<HeldEvent[]> =>
  db.many(listHeld, { readers, limit });
export const deleteHeldEvents = async (db: Db, events: readonly HeldEvent[]): Promise<void> => {
  await db.change(deleteHeld, {
    ids: events.map(({ messageId }) => messageId),
    months: events.map(({ receivedMonth }) => receivedMonth),
  });
};
/**
 * Records that the events of a person are to be deleted from ClickHouse, under all ids that `growth.aliases` has. Does nothing if neither
 * this process nor another one has had ClickHouse.
 */
export const requestErasure = async (
  db: Db,
  { personId, isSet, now }: { personId: string; isSet: boolean; now: Date },
): Promise<void> => {
  await db.change(request, { personId, isSet, now });
};
/** Erasures, oldest first. @param after the last one that was listed; null: from the first */
export const listErasures = (db: Db, after: Erasure | null, limit: number): Promise<Erasure[]> =>
  db.many(listErasuresAfter, { ...(after ?? { personId: "", requestedAt: new Date(0) }), limit });
/** Those of the ids whose events are being deleted. */
export const findErasedPeople = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  new Set((await db.many(findErased, { ids })).map(({ personId }) => personId));
/** Deletes events in PostgreSQL under any of these ids. */
export const deleteHeldEventsOf = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db.change(deleteHeldOf, { ids });
};
/** Forgets people whose events are deleted, if that was requested before a time. */
export const finishErasures = async (db: Db, ids: readonly string[], before: Date): Promise<void> => {
  await db.change(finish, { ids, before });
};
