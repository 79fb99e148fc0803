import pg from "pg";

/** Another backup of this database is being written. */
export class BackupRunning extends Error {
  constructor() {
    super("Another backup is running. Wait for it, then try again.");
  }
}

/** The connection that holds the lock was lost, so another backup may have begun. */
export class BackupLockLost extends Error {
  constructor(cause: unknown) {
    super("The connection that keeps other backups away was lost. Try again.", { cause });
  }
}

/**
 * Does work while no other backup of the same database is written, by whatever process: two in one folder could delete each other's files.
 * @param work gets a check that the lock is still held, which rejects with BackupLockLost
 * @throws BackupLockLost, BackupRunning
 */
export async function withBackupLock<Result>(
  connection: pg.PoolConfig,
  work: (requireLock: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...connection,
    application_name: "eightcount-backup-lock",
    // Idle for as long as files are copied, which firewalls don't like.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  });
  // A lost connection rejects every later query, so `requireLock` sees it.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ isHeld: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('platform.backups', 0)) as "isHeld"`,
    );
    if (!rows[0]!.isHeld) throw new BackupRunning();
    return await work(async () => {
      await client.query("select").catch((error: unknown) => {
        throw new BackupLockLost(error);
      });
    });
  } finally {
    await client.end();
  }
}
