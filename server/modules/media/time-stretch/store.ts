import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Published version of an asset. */
export interface PublishedVersion {
  readonly version: string | null;
  readonly durationMs: number | null;
  /** The order of this version; null if a newer order was placed since. */
  readonly order: unknown;
  /** Whether a newer order is still to be carried out. */
  readonly isPending: boolean;
  /** Whether it was looked at for AV1. */
  readonly hasAv1: boolean;
}

const selectVersion = statement<{ id: string }, PublishedVersion>(
  "media.find_version",
  (p) => sql`
    select version, duration_ms as "durationMs", case when not is_pending and error_reason is null then transcode_order end as "order",
      is_pending as "isPending",
      av1_version is not distinct from version as "hasAv1"
    from media.assets where id = ${p.id}::uuid`,
);
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

/** The current version; null without an asset. */
export const findVersion = (db: Db, id: string): Promise<PublishedVersion | null> =>
  db.maybe(selectVersion, { id });

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
