import pg from "pg";

/** Another backup of this database is being written. */
export class BackupRunning extends Error {
  constructor() {
    super("Another backup is running. Wait for it, then try again.");
  }
}

/**
 * Does work while no other backup of the same database is written, by whatever process: two in one folder could delete each other's files.
 * @throws BackupRunning
 */
export async function withBackupLock<Result>(
  connection: pg.PoolConfig,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...connection,
    application_name: "eightcount-backup-lock",
    keepAlive: true,
  });
  // The lock goes with its connection. The work has one of its own, which fails too if the database is away.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ isHeld: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('platform.backups', 0)) as "isHeld"`,
    );
    if (!rows[0]!.isHeld) throw new BackupRunning();
    return await work();
  } finally {
    await client.end();
  }
}
