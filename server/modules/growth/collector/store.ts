import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";

const insert = statement<{ events: string }, never>(
  "growth.insert_events",
  (p) => sql`
    with given as (
      select *, date_trunc('month', now() at time zone 'UTC')::date as month from rows from (
        jsonb_to_recordset(${p.events}::jsonb) as ("messageId" text, type text, name text, "userId" text, "anonymousId" text,
          "happenedAt" timestamptz, "countryCode" text, source text, medium text, campaign text, message jsonb)
      ) with ordinality as given ("messageId", type, name, "userId", "anonymousId", "happenedAt", "countryCode", source, medium,
        campaign, message, place)
    )
    insert into growth.events (message_id, received_month, type, name, user_id, anonymous_id, happened_at, country_code, source, medium,
      campaign, message)
    select "messageId", month, type, name, "userId", "anonymousId", "happenedAt", "countryCode", source, medium, campaign, message
    from given
    where not exists (
      select from growth.events as before
      where before.message_id = given."messageId" and before.received_month = (given.month - interval '1 month')::date)
    order by place
    on conflict do nothing`,
);
const ensurePartitions = statement<Record<string, never>, { made: unknown }>(
  "growth.ensure_event_partitions",
  () =>
    sql`select growth.ensure_event_partitions(date_trunc('month', now() at time zone 'UTC')::date) as made`,
);
const selectOldPartitions = statement<{ before: Date }, { name: string }>(
  "growth.list_old_event_partitions",
  (p) => sql`
    select child.relname as name from pg_inherits
    join pg_class as child on child.oid = inhrelid
    where inhparent = 'growth.events'::regclass and child.relname ~ '^events_[0-9]{4}_[0-9]{2}$'
      and to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' <= ${p.before}::timestamptz
    order by 1`,
);
const dropPartition = statement<{ name: string }, { dropped: unknown }>(
  "growth.drop_event_partition",
  (p) => sql`select growth.drop_event_partition(${p.name}) as dropped`,
);
const deleteOf = statement<{ personId: string }, never>(
  "growth.delete_person_events",
  (p) => sql`
    with ids as (
      delete from growth.aliases where person_id = ${p.personId} or previous_id = ${p.personId} returning previous_id as id
    ), everyone as (select id from ids union select ${p.personId})
    delete from growth.events where user_id in (select id from everyone) or anonymous_id in (select id from everyone)`,
);
const deleteAliases = statement<{ before: Date }, never>(
  "growth.delete_old_aliases",
  (p) => sql`delete from growth.aliases where ${oldest("growth.aliases", "merged_at", p.before)}`,
);

/**
 * Inserts events given as a JSON list. Skips message ids already stored this month or last.
 * @returns how many were new
 */
export const insertEvents = (db: Db, events: string): Promise<number> => db.change(insert, { events });
/** Creates the event partitions of this month and the next two. */
export const ensureEventPartitions = async (db: Db): Promise<void> => {
  await db.one(ensurePartitions, {});
};
/** Names of partitions without events after `before`. */
export const listOldEventPartitions = async (db: Db, before: Date): Promise<string[]> =>
  (await db.many(selectOldPartitions, { before })).map(({ name }) => name);
export const dropEventPartition = async (db: Db, name: string): Promise<void> => {
  await db.one(dropPartition, { name });
};
/** Deletes earlier ids of people who were merged before a time. Events under these ids are already deleted. */
export const deleteAliasesBefore = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, deleteAliases, { before });
/** Deletes the events of a person, including those under ids from before a merge. */
export const deleteEventsOf = async (db: Db, personId: string): Promise<void> => {
  await db.change(deleteOf, { personId });
};
