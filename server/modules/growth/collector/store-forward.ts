import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Position up to which events were forwarded to a service. */
export interface EventMark {
  /** A PostgreSQL transaction id, as text. */
  readonly xact: string;
  readonly seq: number;
}
export interface ForwardedEvent extends EventMark {
  readonly messageId: string;
  readonly type: string;
  readonly happenedAt: Date;
  readonly message: object;
}

const begin = statement<{ id: string }, EventMark>(
  "growth.begin_forwarding",
  (p) => sql`
    with begun as (
      insert into growth.forwarders (id, xact, seq) values (${p.id}, growth.in_order(pg_snapshot_xmin(pg_current_snapshot())), 0)
      on conflict (id) do nothing returning xact::text as xact, seq
    )
    select * from begun union all select xact::text, seq from growth.forwarders where id = ${p.id}`,
);
// See growth.list_rtdb_changes: returns only rows that no running transaction can precede.
const selectAfter = statement<EventMark & { limit: number }, ForwardedEvent>(
  "growth.list_events_after",
  (p) => sql`
    select xact::text as xact, seq, message_id as "messageId", type, happened_at as "happenedAt", message from growth.events
    where (xact, seq) > (${p.xact}::xid8, ${p.seq}::bigint) and xact < growth.in_order(pg_snapshot_xmin(pg_current_snapshot()))
    order by events.xact, events.seq limit ${p.limit}::int`,
);
const move = statement<EventMark & { id: string; now: Date }, never>(
  "growth.move_forwarder",
  (p) => sql`
    update growth.forwarders set xact = ${p.xact}::xid8, seq = ${p.seq}::bigint, forwarded_at = ${p.now}::timestamptz
    where id = ${p.id}`,
);

/** Position of a service; a new one starts at the current end. */
export const beginForwarding = (db: Db, id: string): Promise<EventMark> => db.one(begin, { id });
/** Events after a mark, in an order that later commits can't change. */
export const listEventsAfter = (db: Db, { xact, seq }: EventMark, limit: number): Promise<ForwardedEvent[]> =>
  db.many(selectAfter, { xact, seq, limit });
export const moveForwarder = async (
  db: Db,
  id: string,
  { xact, seq }: EventMark,
  now: Date,
): Promise<void> => {
  await db.change(move, { id, xact, seq, now });
};
