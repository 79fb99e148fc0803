import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { timeZoneSql } from "../../identity/index.ts";

/** Columns of a set's item, in addition to its class. */
export interface SetItemColumns {
  readonly setId: string;
  readonly isDanced: boolean;
}

const items = (ofSet: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select items.class_id, items.place, items.set_id as "setId", items.danced_at is not null as "isDanced"
  from practice.sets join practice.set_items as items on items.set_id = sets.id where ${ofSet}`;

const todayOf = (p: { readonly personId: string; readonly now: Date }): RawBuilder<unknown> =>
  sql`(${p.now}::timestamptz at time zone ${timeZoneSql(sql`${p.personId}::uuid`)})::date`;

/** The items of a person's set of the day, as a source of classes. */
export const todaysItems = (p: { readonly personId: string; readonly now: Date }): RawBuilder<unknown> =>
  items(sql`sets.person_id = ${p.personId}::uuid and sets.day = ${todayOf(p)}`);

/** The items of one of the person's sets, as a source of classes. */
export const itemsOfSet = (p: { readonly personId: string; readonly setId: string }): RawBuilder<unknown> =>
  items(sql`sets.id = ${p.setId}::uuid and sets.person_id = ${p.personId}::uuid`);

const selectIsNewcomer = statement<{ personId: string }, { isNewcomer: boolean }>(
  "practice.is_newcomer",
  (p) => sql`
    select not exists (select from practice.records where person_id = ${p.personId}::uuid and played_ms > 0) as "isNewcomer"`,
);

// The update locks the set, so that two requests don't both extend it.
const upsertSet = statement<{ personId: string; now: Date }, { id: string }>(
  "practice.open_set",
  (p) => sql`
    insert into practice.sets as sets (person_id, day, created_at)
    values (${p.personId}::uuid, ${todayOf(p)}, ${p.now}::timestamptz)
    on conflict (person_id, day) do update set created_at = sets.created_at
    returning id`,
);
const selectItems = statement<{ setId: string }, { classId: string; place: number; isDanced: boolean }>(
  "practice.list_set_items",
  (p) => sql`
    select class_id as "classId", place, danced_at is not null as "isDanced" from practice.set_items
    where set_id = ${p.setId}::uuid order by place`,
);
const insertItems = statement<{ setId: string; classIds: readonly string[] }, never>(
  "practice.insert_set_items",
  (p) => sql`
    insert into practice.set_items (set_id, place, class_id)
    select ${p.setId}::uuid, place, class_id from unnest(${p.classIds}::uuid[]) with ordinality as new (class_id, place)`,
);
const clearItems = statement<{ setId: string }, never>(
  "practice.clear_set_items",
  (p) => sql`delete from practice.set_items where set_id = ${p.setId}::uuid`,
);
const markDanced = statement<{ personId: string; setId: string; classId: string; now: Date }, { id: string }>(
  "practice.finish_set_class",
  (p) => sql`
    update practice.set_items as items set danced_at = coalesce(items.danced_at, ${p.now}::timestamptz)
    from practice.sets where sets.id = items.set_id and sets.person_id = ${p.personId}::uuid
      and items.set_id = ${p.setId}::uuid and items.class_id = ${p.classId}::uuid
    returning sets.id`,
);
const deleteOld = statement<{ before: Date; most: number }, never>(
  "practice.delete_old_sets",
  (p) => sql`
    delete from practice.sets where id in (
      select id from practice.sets where created_at < ${p.before}::timestamptz and day is not null
      order by created_at limit ${p.most}::int)`,
);
const moveSets = statement<{ from: string; into: string }, never>(
  "practice.merge_sets",
  (p) => sql`
    with gone as (
      delete from practice.sets where person_id = ${p.from}::uuid
        and day in (select day from practice.sets where person_id = ${p.into}::uuid)
    )
    update practice.sets set person_id = ${p.into}::uuid
    where person_id = ${p.from}::uuid and (day is null
      or day not in (select day from practice.sets where person_id = ${p.into}::uuid and day is not null))`,
);

/** Whether a person has never danced anything. */
export const isNewcomer = async (db: Db, personId: string): Promise<boolean> =>
  (await db.one(selectIsNewcomer, { personId })).isNewcomer;

/** The id of the person's set of the day, created if missing; locked until the transaction ends. */
export const openSet = async (db: Db, owner: { personId: string; now: Date }): Promise<string> =>
  (await db.one(upsertSet, owner)).id;

/** The stored items of a set, whether or not they can be danced. */
export const listSetItems = (
  db: Db,
  setId: string,
): Promise<{ classId: string; place: number; isDanced: boolean }[]> => db.many(selectItems, { setId });

/** Replaces the classes of a set, none of which was danced. */
export const replaceSetItems = async (db: Db, setId: string, classIds: readonly string[]): Promise<void> => {
  await db.change(clearItems, { setId });
  await db.change(insertItems, { setId, classIds });
};

/** Marks a class of the person's set as danced. @returns whether the set has it */
export const finishClass = async (
  db: Db,
  item: { personId: string; setId: string; classId: string; now: Date },
): Promise<boolean> => (await db.maybe(markDanced, item)) !== null;

/** Deletes sets of days before a moment, at most `most`. */
export const deleteOldSets = async (db: Db, before: Date, most: number): Promise<void> => {
  await db.change(deleteOld, { before, most });
};

/** Transfers one person's sets to another; on days that both have, those of `into` stay. */
export const mergeSets = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveSets, people);
};
