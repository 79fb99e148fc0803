import pg from "pg";
import type { Ctx } from "../ctx.ts";
import { areasOf } from "../platform/backup/areas.ts";
import type { Manifest } from "../platform/backup/contents.ts";
import { withBackupLock } from "../platform/backup/lock.ts";
import { recordBackup } from "../platform/backup/record.ts";
import { restoreRows } from "../platform/backup/restore.ts";
import { damagedFile, writeBackup } from "../platform/backup/write.ts";
import { createPool } from "../platform/db.ts";
import { prepareDatabase } from "./database.ts";

/** A file of a finished backup reads back otherwise than it was written. */
export class BackupDamaged extends Error {
  constructor(path: string) {
    super(`${path} can't be read back as it was written. Check the disk.`);
  }
}
/** A finished backup couldn't be restored into a database of its own. */
export class BackupNotRestored extends Error {
  constructor(cause: unknown) {
    super("The backup couldn't be restored into a database of its own.", { cause });
  }
}

/**
 * Writes a backup, reads it back, and records it. Servers keep running.
 * @param order.maxRowsMs how long reading the rows may take
 * @param order.isRestored whether its rows are also restored into a database of their own, which is dropped again
 * @throws BackupDamaged, BackupNotRestored, BackupRunning, BackupTooSlow
 */
export const makeBackup = (
  ctx: Ctx,
  order: {
    readonly connection: pg.PoolConfig;
    readonly folder: string;
    readonly keep: number;
    readonly maxRowsMs: number;
    readonly isRestored: boolean;
  },
): Promise<{ manifest: Manifest; rowsMs: number }> =>
  withBackupLock(order.connection, async () => {
    const { connection, folder } = order;
    const written = await writeBackup({ ...order, areas: await areasOf(ctx), now: ctx.clock.now() });
    const { manifest } = written;
    const damaged = await damagedFile(folder, manifest);
    if (damaged) throw new BackupDamaged(damaged);
    if (order.isRestored)
      await testRestore(ctx, connection, { folder, manifest }).catch((error: unknown) => {
        throw new BackupNotRestored(error);
      });
    await recordBackup(ctx.db, { id: manifest.id, finishedAt: ctx.clock.now() });
    return written;
  });

/** Restores the rows into a new database beside the studio's, compares them, and drops it. Needs the right to create databases. */
async function testRestore(
  ctx: Ctx,
  connection: pg.PoolConfig,
  backup: { folder: string; manifest: Manifest },
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
      await migrateCopy(ctx, copy);
      await restoreRows({ ...backup, connection: copy });
    } finally {
      await drop();
    }
  } finally {
    await admin.end();
  }
}

async function migrateCopy(ctx: Ctx, connection: pg.PoolConfig): Promise<void> {
  const pool = createPool(
    { connection, size: 2, statementTimeoutMs: 60_000, applicationName: "eightcount-restore-test" },
    (error) => ctx.log.warn({ err: error }, "A connection of the restore test was lost"),
  );
  try {
    await prepareDatabase(pool, ctx.log);
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
