import type pg from "pg";

/**
 * Does work while no other process or job does it for the same subject. PostgreSQL forgets a process that is gone. A connection that
 * breaks ends the claim, and the work goes on.
 * @param subject what two must not work on at once
 * @returns false if another one works on it: then nothing was done
 */
export async function doAlone(pool: pg.Pool, subject: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(hashtextextended($1, 6)) as "isOurs"`,
      [subject],
    );
    if (!rows[0]!.isOurs) return false;
    await work();
    return true;
  } finally {
    // A closed connection can't hold the lock.
    client.release(true);
  }
}
