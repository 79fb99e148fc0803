import { sql } from "kysely";
import { statement } from "../db.ts";
import type { Db } from "../db.ts";

const insertBackup = statement<{ id: string; finishedAt: Date }, { id: string }>(
  "platform.insert_backup",
  (p) => sql`
    insert into platform.backups (id, finished_at) values (${p.id}, ${p.finishedAt}::timestamptz)
    on conflict (id) do update set finished_at = excluded.finished_at returning id`,
);
const selectNewest = statement<{}, { finishedAt: Date }>(
  "platform.find_newest_backup",
  () => sql`select finished_at as "finishedAt" from platform.backups order by finished_at desc limit 1`,
);
const selectSetUp = statement<{}, { setUpAt: Date }>(
  "platform.find_set_up_time",
  () => sql`select ran_at as "setUpAt" from platform.migrations order by ran_at limit 1`,
);

/** Remembers that a backup was finished. */
export const recordBackup = async (db: Db, backup: { id: string; finishedAt: Date }): Promise<void> => {
  await db.one(insertBackup, backup);
};
/** When the newest backup was finished; null without any. */
export const newestBackupAt = async (db: Db): Promise<Date | null> =>
  (await db.maybe(selectNewest, {}))?.finishedAt ?? null;
/** When the database was set up: its first migration. */
export const databaseSetUpAt = async (db: Db): Promise<Date> => (await db.one(selectSetUp, {})).setUpAt;
