import type pg from "pg";
import { isDatabaseUnavailable } from "../db.ts";
import { JobPostponed } from "./job.ts";

/** Of the hash of a subject, so that it isn't the same as of the same text elsewhere. */
const seed = 6;

/**
 * Does work while no other process or job does it for the same subject. PostgreSQL forgets a process that is gone. A connection that
 * breaks ends the claim, and the work goes on.
 * @param subject what two must not work on at once
 * @returns false if another one works on it: then nothing was done
 * @throws JobPostponed if the database is away before the work begins
 */
export async function doAlone(pool: pg.Pool, subject: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect().catch(postponeWhileAway);
  const call = async (lock: "pg_try_advisory_lock" | "pg_advisory_unlock") =>
    (
      await client.query<{ isDone: boolean }>(`select ${lock}(hashtextextended($1, ${seed})) as "isDone"`, [
        subject,
      ])
    ).rows[0]!.isDone;
  let isReleased = false;
  try {
    const isOurs = await call("pg_try_advisory_lock").catch(postponeWhileAway);
    if (isOurs)
      try {
        await work();
      } finally {
        // Without its connection, the lock is gone, too.
        isReleased = await call("pg_advisory_unlock").catch(() => false);
      }
    else isReleased = true;
    return isOurs;
  } finally {
    // A closed connection can't hold the lock.
    client.release(!isReleased);
  }
}

/** @throws JobPostponed instead of the error of a database that is away */
function postponeWhileAway(error: unknown): never {
  throw isDatabaseUnavailable(error) ? new JobPostponed(error) : error;
}
