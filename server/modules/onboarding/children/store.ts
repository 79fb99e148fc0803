import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A child of a parent, with or without a profile. */
export interface ChildRow {
  readonly id: string;
  /** Current age in years. */
  readonly age: number;
  /** A slug of `levelV2`. */
  readonly level: string;
  /** The child's profile; null: none yet. */
  readonly profileId: string | null;
}

/** Current age in years: a child who was six a year ago is seven. Capped at 17. */
const ageSql = (now: unknown) =>
  sql`least(17, children.age + extract(year from age(${now}::timestamptz, children.told_at))::int)`;

const selectChildren = statement<{ personId: string; now: Date }, ChildRow>(
  "onboarding.list_children",
  (p) => sql`
    select id, ${ageSql(p.now)} as age, level, profile_id as "profileId" from onboarding.children
    where person_id = ${p.personId}::uuid order by position, id limit 100`,
);
/** Deletes children missing from the list; an unchanged age keeps the date when it was first reported. */
const replaceRows = statement<{ personId: string; children: string; now: Date }, never>(
  "onboarding.replace_children",
  (p) => sql`
    with given as (
      select id, age, level, position from jsonb_to_recordset(${p.children}::jsonb) as given (id uuid, age int, level text, position int)
    ), gone as (
      delete from onboarding.children where person_id = ${p.personId}::uuid and id not in (select id from given)
    )
    insert into onboarding.children as children (person_id, id, position, age, told_at, level)
    select ${p.personId}::uuid, id, position, age, ${p.now}::timestamptz, level from given
    on conflict (person_id, id) do update set position = excluded.position, level = excluded.level,
      age = case when ${ageSql(p.now)} = excluded.age then children.age else excluded.age end,
      told_at = case when ${ageSql(p.now)} = excluded.age then children.told_at else excluded.told_at end`,
);
const updateProfile = statement<{ personId: string; id: string; profileId: string }, never>(
  "onboarding.link_child",
  (p) => sql`
    update onboarding.children set profile_id = ${p.profileId}::uuid where person_id = ${p.personId}::uuid and id = ${p.id}::uuid`,
);
/** Children with profiles stay with their account in every merge. */
const moveRows = statement<{ from: string; into: string }, never>(
  "onboarding.merge_children",
  (p) => sql`
    with told as (
      delete from onboarding.children where person_id = ${p.from}::uuid returning *
    ), stays as (
      select from onboarding.children where person_id = ${p.into}::uuid
        and (profile_id is not null or told_at >= (select max(told_at) from told)) limit 1
    ), replaced as (
      delete from onboarding.children where person_id = ${p.into}::uuid and exists (select from told) and not exists (select from stays)
    )
    insert into onboarding.children (person_id, id, position, age, told_at, level)
    select ${p.into}::uuid, id, position, age, told_at, level from told where not exists (select from stays)
    on conflict do nothing`,
);

/** A person's children, in the order of the list. */
export const listChildren = (db: Db, personId: string, now: Date): Promise<ChildRow[]> =>
  db.many(selectChildren, { personId, now });

/** Replaces a person's children; children that stay keep their profile. */
export const replaceChildren = async (
  db: Db,
  personId: string,
  children: readonly Pick<ChildRow, "id" | "age" | "level">[],
  now: Date,
): Promise<void> => {
  const rows = children.map(({ id, age, level }, position) => ({ id, age, level, position }));
  await db.change(replaceRows, { personId, children: JSON.stringify(rows), now });
};

/** Saves the profile of a child. */
export const linkChild = async (
  db: Db,
  child: { personId: string; id: string; profileId: string },
): Promise<void> => {
  await db.change(updateProfile, child);
};

/**
 * Moves a person's children to another. The newer of two lists stays, but one with profiles always does.
 * @returns the number of children moved
 */
export const moveChildren = (db: Db, people: { from: string; into: string }): Promise<number> =>
  db.change(moveRows, people);

/**
 * Ages and levels of a person's children, or a child's own, as one JSON list, for another module's
 * statement.
 */
export const childrenSql = (personId: unknown, now: unknown): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('age', ${ageSql(now)}, 'level', level) order by position, id), '[]')
  from onboarding.children where person_id = ${personId}::uuid or profile_id = ${personId}::uuid)`;
