import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/**
 * Waits until no transaction runs that is older than what a table holds: readers in the order of transactions see all of it then. Other tests'
 * transactions count, since they are numbered together.
 */
export async function untilSettled(
  pool: pg.Pool,
  table: "growth.events" | "growth.rtdb_changes",
): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waits: boolean }>(
      `select exists (select from ${table} where xact >= pg_snapshot_xmin(pg_current_snapshot())) as waits`,
    );
    if (!rows[0]!.waits) return;
    await sleep(20);
  }
}
