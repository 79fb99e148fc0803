import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const updateSlow = statement<
  { id: string; version: string; percents: readonly number[]; bytes: number },
  never
>(
  "media.save_slow_sounds",
  (p) => sql`
    update media.assets set slow_version = version, slow_percents = ${p.percents}::smallint[],
      stored_bytes = stored_bytes + ${p.bytes}::bigint
    where id = ${p.id}::uuid and version = ${p.version}::uuid and slow_version is distinct from version`,
);
const selectWithout = statement<{ task: string; limit: number }, { id: string; version: string }>(
  "media.list_without_slow_sound",
  (p) => sql`
    select id, version from media.assets
    where version is not null and slow_version is distinct from version and transcode_order ->> 'origin' = 'studio' and not exists (
      select from graphile_worker.jobs where jobs.task_identifier = ${p.task} and jobs.key = 'slow-' || assets.version
    )
    order by id limit ${p.limit}::int`,
);

/**
 * Publishes the time-stretched sounds of a version.
 * @returns false if the version is no longer current, or has them already
 */
export const saveTimeStretch = async (
  db: Db,
  slow: { id: string; version: string; percents: readonly number[]; bytes: number },
): Promise<boolean> => (await db.change(updateSlow, slow)) > 0;

/** Classes whose current version has neither time-stretched sounds nor a job for them. */
export const listWithoutTimeStretch = (
  db: Db,
  task: string,
  limit: number,
): Promise<{ id: string; version: string }[]> => db.many(selectWithout, { task, limit });
