import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { versionSql } from "../../media/index.ts";

/** How sure the analysis must be of counts that no one has heard, 0 to 1. */
export const sureCertainty = 0.95;

/** When someone has heard the present counts of a row of `catalog.classes`; null if no one has. */
export const countsHeardAtSql = sql`(
  select heard_at from catalog.heard_counts as heard
  where heard.class_id = classes.id and heard.beat_grid = classes.beat_grid and heard.version = ${versionSql(sql`classes.asset_id`)})`;

/** Whether the counts of a row of `catalog.classes` are to be heard before it is published, as `mustHearCounts` has it. */
export const mustHearCountsSql = sql`(
  classes.beat_grid <> '[]' and coalesce(classes.counts_certainty < ${sql.lit(sureCertainty)}, false) and ${countsHeardAtSql} is null)`;

type Heard = { readonly id: string; readonly staffId: string; readonly now: Date; readonly version: string };
const upsertHeard = statement<Heard, never>(
  "catalog.save_heard_counts",
  (p) => sql`
    insert into catalog.heard_counts (class_id, staff_id, heard_at, version, beat_grid)
    select id, ${p.staffId}::uuid, ${p.now}::timestamptz, ${p.version}::uuid, beat_grid from catalog.classes where id = ${p.id}::uuid
    on conflict (class_id) do update set staff_id = excluded.staff_id, heard_at = excluded.heard_at,
      version = excluded.version, beat_grid = excluded.beat_grid`,
);

/** Saves who has heard the present counts of a class. */
export const saveHeard = async (db: Db, heard: Heard): Promise<void> => {
  await db.change(upsertHeard, heard);
};
