import { sql } from "kysely";
import { statement, statementByShape } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { localeSql, publicPersonSql, timeZoneSql } from "../identity/index.ts";
import { deleteInBatches, oldest } from "../../platform/jobs/retention.ts";
import { isKnownSql } from "./kinds/index.ts";
import type { Kind } from "./kinds/index.ts";

/** An item, as visible to its owner. */
export interface ItemRow {
  readonly id: string;
  readonly kind: Kind;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly path: string;
  readonly imagePath: string | null;
  /** The latest two actors; a deleted one is null. */
  readonly actors: readonly ({ readonly id: string; readonly username: string | null } | null)[];
  readonly actorsCount: number;
  /** How often it happened since the item was read. */
  readonly occurrences: number;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  /** IANA name: its sentence names days as its owner does. */
  readonly timeZone: string;
  /** Of its owner’s account; null until one is known. */
  readonly locale: string | null;
}

/** Unread items are counted up to this. */
const maxUnread = 100;

/** Columns of an ItemRow of the table `items`. */
export const itemColumns = sql`
  items.id, items.kind, items.facts, items.path, items.image_path as "imagePath", items.created_at as "createdAt",
  items.read_at as "readAt", cardinality(items.actor_ids) as "actorsCount", items.occurrences,
  ${timeZoneSql(sql`items.person_id`)} as "timeZone", ${localeSql(sql`items.person_id`)} as locale,
  (select coalesce(json_agg(${publicPersonSql(sql`actor.person_id`)} order by actor.place), '[]')
    from unnest(items.actor_ids[1:2]) with ordinality as actor (person_id, place)) as actors`;

const selectItems = statementByShape<
  { after: boolean },
  { personId: string; first: number; afterAt: Date | null; afterId: string | null },
  ItemRow
>(
  "notifications.list_items",
  ({ after }, p) => sql`
    select ${itemColumns} from notifications.items
    where items.person_id = ${p.personId}::uuid and items.is_listed and ${isKnownSql()}
      ${after ? sql`and (items.created_at, items.id) < (${p.afterAt}::timestamptz, ${p.afterId}::uuid)` : sql``}
    order by items.created_at desc, items.id desc limit ${p.first}::int`,
);
const countUnread = statement<{ personId: string }, { unread: number }>(
  "notifications.count_unread",
  (p) => sql`
    select count(*) as unread from (
      select from notifications.items
      where person_id = ${p.personId}::uuid and is_listed and read_at is null and ${isKnownSql()}
      limit ${sql.lit(maxUnread)}) as unread`,
);
const updateRead = statementByShape<
  { isAll: boolean },
  { personId: string; ids: readonly string[]; now: Date },
  { id: string }
>(
  "notifications.mark_read",
  ({ isAll }, p) => sql`
    update notifications.items set read_at = ${p.now}::timestamptz, digest_at = null
    where person_id = ${p.personId}::uuid and read_at is null and ${isKnownSql()} ${isAll ? sql`` : sql`and id = any(${p.ids}::uuid[])`}
    returning id`,
);
const moveItems = statement<{ from: string; into: string }, never>(
  "notifications.merge_people",
  (p) => sql`
    with devices as (
      update notifications.push_subscriptions set person_id = ${p.into}::uuid where person_id = ${p.from}::uuid
    ), heard as (
      insert into notifications.heard (source_id, person_id, heard_at)
      select source_id, ${p.into}::uuid, heard_at from notifications.heard where person_id = ${p.from}::uuid on conflict do nothing
    )
    update notifications.items set person_id = ${p.into}::uuid where person_id = ${p.from}::uuid and not exists (
      select from notifications.items as known
      where known.person_id = ${p.into}::uuid and known.group_key = items.group_key and known.read_at is null)`,
);
const deleteOld = statement<{ before: Date }, never>(
  "notifications.delete_old",
  (p) => sql`delete from notifications.items where ${oldest("notifications.items", "created_at", p.before)}`,
);
const deleteOldHeard = statement<{ before: Date }, never>(
  "notifications.delete_old_heard",
  (p) => sql`delete from notifications.heard where ${oldest("notifications.heard", "heard_at", p.before)}`,
);

// Deleting an actor from all inboxes is rare and runs in the background. An index for it would slow down
// every insert.
const deleteOfActor = statementByShape<
  { isOfAll: boolean },
  { personId: string | null; actorId: string },
  never
>("notifications.forget_actor", ({ isOfAll }, p) => {
  const whose = isOfAll ? sql`true` : sql`person_id = ${p.personId}::uuid and is_listed`;
  return sql`
      with alone as (delete from notifications.items where ${whose} and actor_ids = array[${p.actorId}::uuid])
      update notifications.items set actor_ids = array_remove(actor_ids, ${p.actorId}::uuid)
      where ${whose} and ${p.actorId}::uuid = any(actor_ids) and cardinality(actor_ids) > 1`;
});

/** Newest first. */
export const listItems = (
  db: Db,
  page: { personId: string; first: number; afterAt: Date | null; afterId: string | null },
): Promise<ItemRow[]> => db.many(selectItems({ after: page.afterId !== null }), page);
/** Counts up to `maxUnread`. */
export const findUnread = async (db: Db, personId: string): Promise<number> =>
  (await db.one(countUnread, { personId })).unread;
/** Marks some or all items as read. @returns how many were unread */
export const markRead = async (
  db: Db,
  personId: string,
  ids: readonly string[] | null,
  now: Date,
): Promise<number> =>
  (await db.many(updateRead({ isAll: ids === null }), { personId, ids: ids ?? [], now })).length;
/** Removes an actor from one person's inbox, or with null from all. */
export const forgetActor = async (db: Db, personId: string | null, actorId: string): Promise<void> => {
  await db.change(deleteOfActor({ isOfAll: personId === null }), { personId, actorId });
};
/** Moves one person's items and devices to another. */
export const mergeItems = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveItems, people);
};
/** Deletes old items, and older records of what was delivered. */
export const deleteOldItems = async (
  db: Db,
  limits: { deliveredBefore: Date; createdBefore: Date },
  signal: AbortSignal,
): Promise<void> => {
  await deleteInBatches(db, deleteOldHeard, { before: limits.deliveredBefore }, signal);
  await deleteInBatches(db, deleteOld, { before: limits.createdBefore }, signal);
};
