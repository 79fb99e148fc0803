import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Counts of a class over all people. */
export interface ClassSummary {
  readonly classId: string;
  readonly dancers: number;
  readonly finished: number;
  readonly tooEasy: number;
  readonly foundRight: number;
  readonly tooHard: number;
  readonly loved: number;
  /** In the last 28 days. */
  readonly plays: number;
  readonly saved: number;
  /** Where most of those who didn't finish stopped, to ten seconds; null while too few stopped in one place. */
  readonly stopsAtMs: number | null;
}

const summaryColumns = sql`
  class_id as "classId", dancers, finished, too_easy as "tooEasy", found_right as "foundRight", too_hard as "tooHard", loved, plays,
  saved, stops_at_ms as "stopsAtMs"`;

const selectSummaries = statement<{ classIds: readonly string[] }, ClassSummary>(
  "practice.list_class_summaries",
  (p) => sql`
    select ${summaryColumns} from practice.class_summaries where class_id = any(${p.classIds}::uuid[])`,
);

/** Each branch has a limit: a run counts as many as it may, and the next run the others. */
const selectDue = statement<
  { dayBefore: Date; hourBefore: Date; day: string; first: number },
  { classId: string }
>(
  "practice.list_classes_to_count",
  (p) => sql`
    select class_id as "classId" from (
      (select published.class_id from catalog.published_classes as published
        where not exists (select from practice.class_summaries as known where known.class_id = published.class_id)
        order by published.class_id limit ${p.first}::int)
      union
      (select class_id from practice.class_summaries where counted_at < ${p.dayBefore}::timestamptz
        order by counted_at, class_id limit ${p.first}::int)
      union
      (select days.class_id from practice.class_days as days join practice.class_summaries as known using (class_id)
        where days.day >= ${p.day}::date and known.counted_at < ${p.hourBefore}::timestamptz
        order by known.counted_at, days.class_id limit ${p.first}::int)
    ) as due limit ${p.first}::int`,
);

/** Reads the people of each class by the index, so that a run costs what was danced and not what the library holds. */
const countRows = statement<
  { classIds: readonly string[]; since: string; now: Date; leastPeople: number },
  ClassSummary
>(
  "practice.count_classes",
  (p) => sql`
    insert into practice.class_summaries as known
      (class_id, dancers, finished, too_easy, found_right, too_hard, loved, plays, counted_at, saved, stops_at_ms)
    select classes.class_id, people.dancers, people.finished, people.too_easy, people.found_right, people.too_hard, people.loved,
      (select coalesce(sum(days.plays), 0)::int from practice.class_days as days
        where days.class_id = classes.class_id and days.day > ${p.since}::date),
      ${p.now}::timestamptz, people.saved, stops.at_ms
    from unnest(${p.classIds}::uuid[]) as classes (class_id), lateral (
      select (count(*) filter (where played_ms > 0))::int as dancers,
        (count(*) filter (where completed_at is not null))::int as finished,
        (count(*) filter (where difficulty = 'too_easy'))::int as too_easy,
        (count(*) filter (where difficulty = 'right'))::int as found_right,
        (count(*) filter (where difficulty = 'too_hard'))::int as too_hard,
        (count(*) filter (where loved_at is not null))::int as loved,
        (count(*) filter (where saved_at is not null))::int as saved
      from practice.records where records.class_id = classes.class_id
    ) as people
    left join lateral (
      select position_ms / 10000 * 10000 as at_ms from practice.records
      where records.class_id = classes.class_id and played_ms > 0 and completed_at is null
      group by 1 having count(*) >= ${p.leastPeople}::int order by count(*) desc, 1 limit 1
    ) as stops on true
    where exists (select from catalog.published_classes as published where published.class_id = classes.class_id)
      or exists (select from practice.class_summaries as counted where counted.class_id = classes.class_id)
    order by classes.class_id
    on conflict (class_id) do update set dancers = excluded.dancers, finished = excluded.finished, too_easy = excluded.too_easy,
      found_right = excluded.found_right, too_hard = excluded.too_hard, loved = excluded.loved, plays = excluded.plays,
      counted_at = excluded.counted_at, saved = excluded.saved, stops_at_ms = excluded.stops_at_ms
    returning ${summaryColumns}`,
);

export const listSummaries = (db: Db, classIds: readonly string[]): Promise<ClassSummary[]> =>
  db.many(selectSummaries, { classIds });

/**
 * Classes whose counts are missing, older than a day, or older than an hour while they were danced.
 * @param due.day in the studio's time zone: classes danced since then count as danced
 */
export const listDueClassIds = async (
  db: Db,
  due: { dayBefore: Date; hourBefore: Date; day: string; first: number },
): Promise<string[]> => (await db.many(selectDue, due)).map(({ classId }) => classId);

/** Counts classes, and stores the counts. @param counted.since day after which plays count, in the studio's time zone */
export const countClasses = (
  db: Db,
  counted: { classIds: readonly string[]; since: string; now: Date; leastPeople: number },
): Promise<ClassSummary[]> => db.many(countRows, counted);
