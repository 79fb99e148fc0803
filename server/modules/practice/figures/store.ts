import { sql } from "kysely";
import type { PlaySource } from "../../../../contract/play-sources.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { namedClassesSql } from "../../catalog/index.ts";

/** Time danced with one tempo and view. */
export interface UseOfView {
  /** Percent of the class's own. */
  readonly tempo: number;
  readonly angle: string;
  readonly isMirrored: boolean;
  readonly ms: number;
}

const selectLast = statement<
  { personId: string; classId: string },
  { grantedAt: Date | null; viewedAt: Date | null }
>(
  "practice.find_last_practice",
  (p) => sql`
    select granted_at as "grantedAt", greatest(recorded_at, viewed_at) as "viewedAt" from practice.records
    where person_id = ${p.personId}::uuid and class_id = ${p.classId}::uuid`,
);
const addDay = statement<{ day: string; classId: string; plays: number; ms: number }, never>(
  "practice.add_class_day",
  (p) => sql`
    insert into practice.class_days as days (day, class_id, plays, danced_ms)
    values (${p.day}::date, ${p.classId}::uuid, ${p.plays}::int, ${p.ms}::int)
    on conflict (day, class_id) do update
    set plays = days.plays + excluded.plays, danced_ms = days.danced_ms + excluded.danced_ms`,
);
const addUse = statement<{ classId: string; day: string; use: string }, never>(
  "practice.add_class_use",
  (p) => sql`
    insert into practice.class_use as known (class_id, month, tempo, angle, is_mirrored, danced_ms)
    select ${p.classId}::uuid, date_trunc('month', ${p.day}::date)::date, tempo, angle, is_mirrored, sum(ms)
    from jsonb_to_recordset(${p.use}::jsonb) as used (tempo smallint, angle text, is_mirrored boolean, ms int)
    group by tempo, angle, is_mirrored order by tempo, angle, is_mirrored
    on conflict (class_id, month, tempo, angle, is_mirrored) do update
    set danced_ms = known.danced_ms + excluded.danced_ms`,
);

const addSource = statement<{ classId: string; day: string; source: string; plays: number }, never>(
  "practice.add_class_source",
  (p) => sql`
    insert into practice.class_sources as known (class_id, month, source, plays)
    values (${p.classId}::uuid, date_trunc('month', ${p.day}::date)::date, ${p.source}, ${p.plays}::int)
    on conflict (class_id, month, source) do update set plays = known.plays + excluded.plays`,
);

/** When playback was granted to a person, and when their practice was last recorded; null for who never asked for it. */
export const findLastPractice = (
  db: Db,
  of: { personId: string; classId: string },
): Promise<{ grantedAt: Date | null; viewedAt: Date | null } | null> => db.maybe(selectLast, of);

/**
 * Adds to the counts of a class.
 * @param added.day in the studio's time zone
 * @param added.source what the plays came from; null where it isn't known
 */
export async function addToFigures(
  db: Db,
  added: {
    classId: string;
    day: string;
    plays: number;
    source: PlaySource | null;
    use: readonly UseOfView[];
  },
): Promise<void> {
  const { classId, day, plays, source, use } = added;
  const ms = use.reduce((sum, one) => sum + one.ms, 0);
  await db.change(addDay, { day, classId, plays, ms });
  if (plays > 0 && source !== null) await db.change(addSource, { classId, day, source, plays });
  const rows = use.map(({ isMirrored, ...one }) => ({ ...one, is_mirrored: isMirrored }));
  if (rows.length > 0) await db.change(addUse, { classId, day, use: JSON.stringify(rows) });
}

const insertDay = statement<{ day: string; classId: string }, { classId: string }>(
  "practice.seed_class_day",
  (p) => sql`
    insert into practice.class_days (day, class_id, plays, danced_ms) values (${p.day}::date, ${p.classId}::uuid, 0, 0)
    on conflict (day, class_id) do nothing returning class_id as "classId"`,
);

/** Adds to the counts of a class on a day without any. Idempotent. */
export async function seedFigures(db: Db, seeded: Parameters<typeof addToFigures>[1]): Promise<void> {
  if (await db.maybe(insertDay, { classId: seeded.classId, day: seeded.day })) await addToFigures(db, seeded);
}

export interface ClassSums {
  readonly dancers: number;
  readonly finished: number;
  readonly saved: number;
  /** Who rated the class in the period, by what they found, and who would dance it again. */
  readonly tooEasy: number;
  readonly foundRight: number;
  readonly tooHard: number;
  readonly loved: number;
  readonly loopers: number;
  readonly plays: number;
  readonly dancedMs: number;
}
const selectSums = statement<{ classId: string; since: Date; day: string }, ClassSums>(
  "practice.sum_class",
  (p) => sql`
    select dancers, finished, saved, "tooEasy", "foundRight", "tooHard", loved, loopers, plays, "dancedMs" from (
      select (count(*) filter (where played_ms > 0 and viewed_at >= ${p.since}::timestamptz))::int as dancers,
        (count(*) filter (where completed_at >= ${p.since}::timestamptz))::int as finished,
        (count(*) filter (where saved_at >= ${p.since}::timestamptz))::int as saved,
        (count(*) filter (where difficulty = 'too_easy' and rated_at >= ${p.since}::timestamptz))::int as "tooEasy",
        (count(*) filter (where difficulty = 'right' and rated_at >= ${p.since}::timestamptz))::int as "foundRight",
        (count(*) filter (where difficulty = 'too_hard' and rated_at >= ${p.since}::timestamptz))::int as "tooHard",
        (count(*) filter (where loved_at >= ${p.since}::timestamptz))::int as loved
      from practice.records where class_id = ${p.classId}::uuid
    ) as people, (
      select coalesce(sum(plays), 0)::int as plays, coalesce(sum(danced_ms), 0)::float8 as "dancedMs"
      from practice.class_days where class_id = ${p.classId}::uuid and day >= ${p.day}::date
    ) as days, (
      select count(*)::int as loopers from practice.loops where class_id = ${p.classId}::uuid
    ) as loops`,
);
/** People are counted where their credited time begins and ends; the sum of changes up to a moment is who danced it. */
const selectEdges = statement<{ classId: string; since: Date }, { atMs: number; change: number }>(
  "practice.list_played_edges",
  (p) => sql`
    with ranges as (
      select unnest(played) as range from practice.records
      where class_id = ${p.classId}::uuid and played_ms > 0 and viewed_at >= ${p.since}::timestamptz
    ), edges as (
      select (lower(range) / 500) * 500 as at, 1 as change from ranges
      union all select (upper(range) / 500) * 500, -1 from ranges
    )
    select at as "atMs", sum(change)::int as change from edges group by at having sum(change) <> 0 order by at`,
);
const selectUse = statement<
  { classId: string; month: string },
  { tempo: number; angle: string; isMirrored: boolean; ms: number }
>(
  "practice.list_class_use",
  (p) => sql`
    select tempo, angle, is_mirrored as "isMirrored", sum(danced_ms)::float8 as ms from practice.class_use
    where class_id = ${p.classId}::uuid and month >= ${p.month}::date group by tempo, angle, is_mirrored
    order by tempo, angle, is_mirrored`,
);
const selectSources = statement<{ classId: string; month: string }, { source: string; plays: number }>(
  "practice.list_class_sources",
  (p) => sql`
    select source, sum(plays)::int as plays from practice.class_sources
    where class_id = ${p.classId}::uuid and month >= ${p.month}::date group by source order by plays desc, source`,
);

/** Sums of a class. `since` and `day` are the beginning of the period, as a moment and in the studio's time zone. */
export const sumClass = (db: Db, of: { classId: string; since: Date; day: string }): Promise<ClassSums> =>
  db.one(selectSums, of);
/** Changes of the number of people who danced, along the class, in steps of half a second. */
export const listPlayedEdges = (
  db: Db,
  of: { classId: string; since: Date },
): Promise<{ atMs: number; change: number }[]> => db.many(selectEdges, of);
export const listClassUse = (
  db: Db,
  of: { classId: string; month: string },
): Promise<{ tempo: number; angle: string; isMirrored: boolean; ms: number }[]> => db.many(selectUse, of);
/** What plays came from, in whole months, the most first. */
export const listClassSources = (
  db: Db,
  of: { classId: string; month: string },
): Promise<{ source: string; plays: number }[]> => db.many(selectSources, of);

/** A class in the list of figures; `hasEnough` unless too few people ever danced it. */
export interface ListedClass {
  readonly classId: string;
  readonly title: string;
  readonly instructor: string;
  readonly plays: number;
  readonly dancedMs: number;
  readonly hasEnough: boolean;
}
/** From a day to the day before another one, which is null for now. */
interface Days {
  readonly day: string;
  readonly before: string | null;
}
interface ListQuery extends Days {
  readonly instructor: string | null;
  readonly leastPeople: number;
  readonly afterMs: number | null;
  readonly afterId: string | null;
  readonly first: number;
}
const selectClasses = statement<ListQuery, ListedClass>(
  "practice.list_figures",
  (p) => sql`
    with sums as (
      select class_id, sum(plays)::int as plays, sum(danced_ms)::float8 as danced_ms
      from practice.class_days where day >= ${p.day}::date and (${p.before}::date is null or day < ${p.before}::date)
      group by class_id
    ), page as (
      select sums.class_id, title, instructor_name as instructor, plays, danced_ms
      from sums join ${namedClassesSql} as classes using (class_id)
      where (${p.instructor}::text is null or instructor_slug = ${p.instructor}::text)
        and (${p.afterMs}::float8 is null or (danced_ms, sums.class_id) < (${p.afterMs}::float8, ${p.afterId}::uuid))
      order by danced_ms desc, sums.class_id desc limit ${p.first}::int
    )
    select class_id as "classId", title, instructor, plays, danced_ms as "dancedMs", (
      select count(*) from (
        select from practice.records where records.class_id = page.class_id and played_ms > 0 limit ${p.leastPeople}::int
      ) as dancers
    ) >= ${p.leastPeople}::int as "hasEnough"
    from page order by danced_ms desc, class_id desc`,
);
/** An instructor's part of the time that was danced. */
export interface InstructorShare {
  readonly slug: string;
  readonly name: string;
  readonly classes: number;
  readonly plays: number;
  readonly dancedMs: number;
}
const selectShares = statement<Days, InstructorShare>(
  "practice.list_instructor_shares",
  (p) => sql`
    select instructor_slug as slug, instructor_name as name, count(*)::int as classes, sum(plays)::int as plays,
      sum(danced_ms)::float8 as "dancedMs"
    from (
      select class_id, sum(plays) as plays, sum(danced_ms) as danced_ms
      from practice.class_days where day >= ${p.day}::date and (${p.before}::date is null or day < ${p.before}::date)
      group by class_id
    ) as sums
    join ${namedClassesSql} as classes using (class_id)
    group by instructor_slug, instructor_name order by "dancedMs" desc, instructor_slug`,
);

export const listFigures = (db: Db, query: ListQuery): Promise<ListedClass[]> =>
  db.many(selectClasses, query);
export const listInstructorShares = (db: Db, days: Days): Promise<InstructorShare[]> =>
  db.many(selectShares, { ...days });

const sumPlays = statement<{ from: string; to: string }, { plays: number }>(
  "practice.sum_plays",
  (p) => sql`
    select coalesce(sum(plays), 0)::int as plays from practice.class_days
    where day between ${p.from}::date and ${p.to}::date`,
);
/** How often classes were danced from a day to a day, both included, as `YYYY-MM-DD` in the studio's time zone. */
export const playsBetween = async ({ db }: { readonly db: Db }, from: string, to: string): Promise<number> =>
  (await db.one(sumPlays, { from, to })).plays;

const joinDays = statement<{ before: string }, never>(
  "practice.join_class_days",
  (p) => sql`
    with old as (
      delete from practice.class_days where day < ${p.before}::date and extract(day from day) <> 1 returning *
    )
    insert into practice.class_days as months (day, class_id, plays, danced_ms)
    select date_trunc('month', day)::date, class_id, sum(plays), sum(danced_ms) from old group by 1, 2
    on conflict (day, class_id) do update
    set plays = months.plays + excluded.plays, danced_ms = months.danced_ms + excluded.danced_ms`,
);

/** Joins days before a day into their months. */
export const joinOldDays = async (db: Db, before: string): Promise<void> => {
  await db.change(joinDays, { before });
};
