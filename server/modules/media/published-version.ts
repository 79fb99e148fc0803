import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

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
/** The current version; null without an asset. */
export const findVersion = (db: Db, id: string): Promise<PublishedVersion | null> =>
  db.maybe(selectVersion, { id });
