import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const selectOwners = statement<{ ids: readonly string[] }, { id: string }>(
  "growth.list_rtdb_record_owners",
  (p) => sql`
    select id from unnest(${p.ids}::text[]) as ids (id)
    where exists (
      select from growth.rtdb_leaves
      where path >= 'subscriptions/' || id and path < 'subscriptions/' || id || '0' limit 1)`,
);

/** The given people who have a record in the realtime database. */
export const listRecordOwners = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await db.many(selectOwners, { ids })).map(({ id }) => id);
