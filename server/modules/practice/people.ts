import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Ctx } from "../../ctx.ts";
import { statement } from "../../platform/db.ts";

/** Whether one of these profiles danced, since a moment or ever. */
export const dancedSql = (
  profileIds: RawBuilder<unknown>,
  since?: unknown,
): RawBuilder<unknown> => sql`exists (
  select from ${profileIds} as profile join practice.records on person_id = profile.id
  where viewed_at is not null ${since === undefined ? sql`` : sql`and viewed_at >= ${since}::timestamptz`})`;

const selectLast = statement<
  { ids: readonly string[] },
  { id: string; lastDancedAt: Date; started: number; completed: number }
>(
  "practice.list_last_danced",
  (p) => sql`
    select person_id as id, max(viewed_at) as "lastDancedAt", count(*)::int as started,
      (count(*) filter (where completed_at is not null))::int as completed
    from practice.records where person_id = any(${p.ids}::uuid[]) and viewed_at is not null group by person_id`,
);

/** What profiles danced: when last, and how many classes they started and completed. None for those who never did. */
export const practiceSummaries = (
  ctx: Pick<Ctx, "db">,
  ids: readonly string[],
): Promise<{ id: string; lastDancedAt: Date; started: number; completed: number }[]> =>
  ctx.db.many(selectLast, { ids });

const countDanced = statement<{ since: Date }, { dancers: number; completed: number }>(
  "practice.count_danced",
  (p) => sql`
    select (select count(distinct person_id)::int from practice.records where viewed_at >= ${p.since}::timestamptz) as dancers,
      (select count(*)::int from practice.records where completed_at >= ${p.since}::timestamptz) as completed`,
);

/** How many people danced since a moment, and how many classes they completed. */
export const dancedSince = (
  ctx: Pick<Ctx, "db">,
  since: Date,
): Promise<{ dancers: number; completed: number }> => ctx.db.one(countDanced, { since });
