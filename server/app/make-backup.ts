import pg from "pg";
import type { Ctx } from "../ctx.ts";
import { areasOf } from "../platform/backup/areas.ts";
import type { BackedUpRows } from "../platform/backup/contents.ts";
import { deleteOld } from "../platform/backup/delete-old.ts";
import { withBackupLock } from "../platform/backup/lock.ts";
import { recordBackup } from "../platform/backup/record.ts";
import { restoreRows } from "../platform/backup/restore.ts";
import { writeBackup } from "../platform/backup/write.ts";
import type { WrittenBackup } from "../platform/backup/write.ts";
import { createPool } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { prepareDatabase } from "./database.ts";

/** A finished backup couldn't be restored into a database of its own. */
export class BackupNotRestored extends Error {
  constructor(cause: unknown) {
    super("The backup couldn't be restored into a database of its own.", { cause });
  }
}

/**
 * Writes a backup, records it once it is complete, and then deletes older ones. Servers keep running. One that fails deletes no earlier
 * complete one. If older ones can't be deleted, the log says so: this one counts.
 * @param order.keep how many backups stay in the folder
 * @param order.maxRowsMs how long reading the rows may take
 * @param order.isRestored whether its rows are also restored into a database of their own, which is dropped again
 * @throws BackupDamaged, BackupLockLost, BackupNotRestored, BackupRunning, BackupTooSlow
 */
export const makeBackup = (
  ctx: Ctx,
  order: {
    readonly connection: pg.PoolConfig;
    readonly folder: string;
    readonly keep: number;
    readonly maxRowsMs: number;
    readonly isRestored: boolean;
    /** Cuts it. The next one copies only what is missing. */
    readonly signal?: AbortSignal;
  },
): Promise<WrittenBackup> =>
  withBackupLock(order.connection, async (requireLock) => {
    const { connection, folder, keep } = order;
    const checkRows = async (manifest: BackedUpRows) => {
      if (!order.isRestored) return;
      await testRestore(ctx, connection, { folder, manifest }).catch((error: unknown) => {
        throw new BackupNotRestored(error);
      });
    };
    const areas = await areasOf(ctx);
    const written = await writeBackup({ ...order, areas, now: ctx.clock.now(), checkRows, requireLock });
    await recordBackup(ctx.db, { id: written.manifest.id, finishedAt: ctx.clock.now() });
    try {
      await requireLock();
      await deleteOld(folder, keep);
    } catch (error) {
      ctx.log.error({ err: error }, "Older backups couldn't be deleted");
    }
    if (written.repaired > 0)
      ctx.log.warn({ files: written.repaired }, "Copies in the backups were damaged, and were made again");
    return written;
  });

/** Restores the rows into a new database beside the studio's, compares them, and drops it. Needs the right to create databases. */
async function testRestore(
  ctx: Ctx,
  connection: pg.PoolConfig,
  backup: { folder: string; manifest: BackedUpRows },
): Promise<void> {
  const admin = new pg.Client({ ...connection, application_name: "eightcount-restore-test" });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ name: string }>(
      "select left(current_database(), 48) || '_restore_test' as name",
    );
    const { name } = rows[0]!;
    const drop = () => admin.query(`drop database if exists ${admin.escapeIdentifier(name)} with (force)`);
    // One may be left of a test that was killed.
    await drop();
    await admin.query(`create database ${admin.escapeIdentifier(name)} template template0`);
    try {
      const copy = onDatabase(connection, name);
      await migrateCopy(ctx.log.child({ database: name }), copy);
      await restoreRows({ ...backup, connection: copy });
    } finally {
      await drop();
    }
  } finally {
    await admin.end();
  }
}

async function migrateCopy(log: Log, connection: pg.PoolConfig): Promise<void> {
  const pool = createPool(
    { connection, size: 2, statementTimeoutMs: 60_000, applicationName: "eightcount-restore-test" },
    (error) => log.warn({ err: error }, "A connection of the restore test was lost"),
  );
  try {
    await prepareDatabase(pool, log);
  } finally {
    await pool.end();
  }
}

/** The same server and role, on another database. */
function onDatabase(connection: pg.PoolConfig, database: string): pg.PoolConfig {
  if (connection.connectionString === undefined) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { ...connection, connectionString: url.href };
}
