import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const update = statement<{ id: string; version: string; views: readonly string[]; bytes: number }, never>(
  "media.save_av1",
  (p) => sql`
    update media.assets set av1_version = version, av1_views = ${p.views}::text[], stored_bytes = stored_bytes + ${p.bytes}::bigint
    where id = ${p.id}::uuid and version = ${p.version}::uuid and av1_version is distinct from version`,
);
const selectWithout = statement<{ task: string; limit: number }, { id: string; version: string }>(
  "media.list_without_av1",
  (p) => sql`
    select id, version from media.assets
    where version is not null and av1_version is distinct from version and transcode_order ->> 'origin' = 'studio' and not exists (
      select from graphile_worker.jobs where jobs.task_identifier = ${p.task} and jobs.key = 'av1-' || assets.version
    )
    order by id limit ${p.limit}::int`,
);

/**
 * Publishes the AV1 renditions of a version.
 * @param av1.views folders of the views that have some
 * @returns false if the version is no longer current, or has them already
 */
export const saveAv1 = async (
  db: Db,
  av1: { id: string; version: string; views: readonly string[]; bytes: number },
): Promise<boolean> => (await db.change(update, av1)) > 0;

/** Classes whose current version wasn't looked at for AV1, and has no job for it. */
export const listWithoutAv1 = (
  db: Db,
  task: string,
  limit: number,
): Promise<{ id: string; version: string }[]> => db.many(selectWithout, { task, limit });
