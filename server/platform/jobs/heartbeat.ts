import { sql } from "kysely";
import { statement } from "../db.ts";
import type { Db } from "../db.ts";
import type { Log } from "../log.ts";

const beatEveryMs = 5_000;
/** A worker without a heartbeat for this long is dead. With the interval above, a killed worker's jobs run again within half a minute. */
const silenceMs = 20_000;

const beat = statement<{ id: string; lockIds: string[] }, never>(
  "platform.beat",
  (p) => sql`
    insert into platform.workers (id, lock_ids) values (${p.id}, ${p.lockIds}::text[])
    on conflict (id) do update set seen_at = now(), lock_ids = excluded.lock_ids`,
);
const deleteWorker = statement<{ id: string }, never>(
  "platform.delete_worker",
  (p) => sql`delete from platform.workers where id = ${p.id}`,
);
const deleteSilent = statement<{ silenceMs: number }, { id: string }>(
  "platform.delete_silent_workers",
  (p) =>
    sql`delete from platform.workers where seen_at < now() - ${p.silenceMs}::int * interval '1 millisecond' returning id`,
);
const findOrphanLocks = statement<Record<string, never>, { workerId: string }>(
  "platform.find_orphan_locks",
  () => sql`
    select distinct locked_by as "workerId" from graphile_worker._private_jobs
    where locked_by is not null and locked_at < now() - interval '20 seconds'
      and locked_by not in (select unnest(lock_ids) from platform.workers)`,
);

/**
 * Sends a worker's heartbeat until it is paused, and releases the locks of killed processes: PostgreSQL can't see that they are gone.
 * @param worker.lockIds the ids under which it locks jobs
 * @param worker.unlock releases all locks of some ids
 * @returns `beat` sends one at once, `pause` sends no more, `end` deletes the worker's row
 * @throws what the database does at the first heartbeat
 */
export async function startHeartbeat(worker: {
  readonly db: Db;
  readonly workerId: string;
  lockIds(): string[];
  unlock(ids: readonly string[]): Promise<void>;
  readonly log: Log;
}): Promise<{ beat(): Promise<void>; pause(): void; end(): Promise<void> }> {
  const { db, workerId: id, log } = worker;
  const sendBeat = async () => {
    await db.change(beat, { id, lockIds: worker.lockIds() });
    await db.many(deleteSilent, { silenceMs });
    const orphans = await db.many(findOrphanLocks, {});
    if (orphans.length > 0) {
      await worker.unlock(orphans.map((orphan) => orphan.workerId));
      log.warn({ workers: orphans.length }, "Took over the jobs of workers without a heartbeat");
    }
  };
  await sendBeat();
  const timer = setInterval(() => {
    sendBeat().catch((error: unknown) => log.warn({ err: error }, "The worker could not send its heartbeat"));
  }, beatEveryMs);
  return {
    beat: sendBeat,
    pause: () => clearInterval(timer),
    end: async () => {
      await db.change(deleteWorker, { id });
    },
  };
}
