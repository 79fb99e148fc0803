import type pg from "pg";

/**
 * Does work while no other process or job does it for the same subject. PostgreSQL forgets a process that is gone. A connection that
 * breaks ends the claim, and the work goes on.
 * @param subject what two must not work on at once
 * @returns false if another one works on it: then nothing was done
 */
export async function doAlone(pool: pg.Pool, subject: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  const call = async (lock: "pg_try_advisory_lock" | "pg_advisory_unlock") =>
    (
      await client.query<{ isDone: boolean }>(`select ${lock}(hashtextextended($1, 6)) as "isDone"`, [
        subject,
      ])
    ).rows[0]!.isDone;
  let mayHold = true;
  try {
    const isOurs = await call("pg_try_advisory_lock");
    if (isOurs)
      try {
        await work();
      } finally {
        // Without its connection, the lock is gone, too.
        mayHold = !(await call("pg_advisory_unlock").catch(() => false));
      }
    else mayHold = false;
    return isOurs;
  } finally {
    // A closed connection can't hold the lock.
    client.release(mayHold);
  }
}
