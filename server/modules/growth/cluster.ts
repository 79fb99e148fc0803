import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

const follow = statement<Record<string, never>, { skipped: number }>(
  "growth.follow_cluster",
  () => sql`select growth.follow_cluster() as skipped`,
);

/**
 * Continues the order of events and changes in the cluster that the database is in now. To be called before anything is written:
 * a dump may have been restored into a cluster whose transaction ids are lower.
 * @returns how many ids were skipped; 0 in the same cluster
 */
export const followCluster = async (db: Db): Promise<number> => (await db.one(follow, {})).skipped;
