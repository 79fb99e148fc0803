import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement, statementByShape } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

type Suggested = { readonly personId: string | null; readonly first: number };

/** Started but not completed classes, the last practiced first, as a source of classes. */
export const begunSource = (p: Suggested): RawBuilder<unknown> => sql`
  select class_id, row_number() over (order by viewed_at desc, class_id) as place from practice.records
  where person_id = ${p.personId}::uuid and viewed_at is not null and completed_at is null and played_ms > 0
  order by viewed_at desc, class_id limit ${p.first}::int`;

/**
 * Suggestions for a person, as a source of classes: followed categories, recently practiced styles at a near level, and
 * new classes; never completed ones. Each part is bounded, so that the library may grow.
 */
export const suggestedSource = (p: Suggested): RawBuilder<unknown> => sql`
  with practised as (
    select found.style_id, count(*) as times, max(found.level_rank) as level_rank
    from (
      select class_id from practice.records where person_id = ${p.personId}::uuid and viewed_at is not null
      order by viewed_at desc, class_id limit 30
    ) as recent
    join catalog.published_classes as found using (class_id) group by found.style_id
  ), candidates as (
    (select class_id, 3.0 as worth from catalog.followed_classes where person_id = ${p.personId}::uuid
      order by published_at desc, class_id desc limit 60)
    union all
    (select found.class_id, 1.0 + least(practised.times, 5) * 0.3 - abs(found.level_rank - practised.level_rank) * 0.4
      from practised cross join lateral (
        select class_id, level_rank from catalog.published_classes where style_id = practised.style_id
        order by published_at desc, class_id desc limit 20) as found)
    union all
    (select class_id, 0.1 from catalog.published_classes order by published_at desc, class_id desc limit 120)
  ), ranked as (
    select candidates.class_id, sum(candidates.worth) as worth from candidates
    left join practice.records on records.person_id = ${p.personId}::uuid and records.class_id = candidates.class_id
    where records.completed_at is null group by candidates.class_id
  )
  select class_id, row_number() over (order by worth desc, class_id) as place from ranked
  order by worth desc, class_id limit ${p.first}::int`;

export type SavedFilter = "all" | "completed" | "incomplete";
export type SavedSort = "dateSaved" | "dateLastViewed";

export interface SavedParams {
  readonly personId: string;
  readonly first: number;
  readonly afterKey: string | null;
  readonly afterId: string | null;
}

/** Extra columns of `savedSource`. */
export interface SavedColumns {
  readonly savedAt: Date;
  readonly lastViewedAt: Date | null;
  /** Text of the sort key's first part, for the next page's cursor. */
  readonly sortKey: string;
}

const never = sql`timestamptz '1970-01-01 00:00:00+00'`;
const conditions: Record<SavedFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  completed: sql`completed_at is not null`,
  incomplete: sql`completed_at is null`,
};

/** Variants of the statement for a page of saved classes. */
export interface SavedShape {
  readonly filter: SavedFilter;
  readonly sort: SavedSort;
  readonly descending: boolean;
  readonly after: boolean;
}

/** A page of a person's saved classes, as a source of classes. Never viewed classes sort as viewed longest ago. */
export const savedSource = (p: SavedParams, shape: SavedShape): RawBuilder<unknown> => {
  const key = shape.sort === "dateSaved" ? sql`saved_at` : sql`(coalesce(viewed_at, ${never}))`;
  const order = shape.descending ? sql`${key} desc, class_id desc` : sql`${key}, class_id`;
  const after = sql`and (${key}, class_id) ${shape.descending ? sql`<` : sql`>`} (${p.afterKey}::text::timestamptz, ${p.afterId}::uuid)`;
  return sql`
      select class_id, row_number() over (order by ${order}) as place,
        saved_at as "savedAt", viewed_at as "lastViewedAt", (${key})::text as "sortKey"
      from practice.records where person_id = ${p.personId}::uuid and saved_at is not null and ${conditions[shape.filter]}
        and class_id in (select class_id from catalog.published_classes) ${shape.after ? after : sql``}
      order by ${order} limit ${p.first}::int`;
};

const countSaved = statementByShape<SavedFilter, { personId: string }, { total: number }>(
  "practice.count_saved",
  (filter, p) => sql`
    select count(*) as total from practice.records
    where person_id = ${p.personId}::uuid and saved_at is not null and ${conditions[filter]}
      and class_id in (select class_id from catalog.published_classes)`,
);

export const countSavedClasses = async (db: Db, personId: string, filter: SavedFilter): Promise<number> =>
  (await db.one(countSaved(filter), { personId })).total;

const sumPlayed = statement<{ personId: string }, { total: number }>(
  "practice.sum_played",
  (p) => sql`
    select coalesce(sum(played_ms), 0)::float8 as total from practice.records where person_id = ${p.personId}::uuid`,
);

/** How long a person has danced in all, milliseconds. */
export const sumPlayedMs = async (db: Db, personId: string): Promise<number> =>
  (await db.one(sumPlayed, { personId })).total;
