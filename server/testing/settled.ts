import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/**
 * Waits until no running transaction is older than a table's rows: readers in transaction order then see all of them. Other tests'
 * transactions count, since transaction ids are shared.
 */
export async function untilSettled(
  pool: pg.Pool,
  table: "growth.events" | "growth.rtdb_changes",
): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waits: boolean }>(
      `select exists (select from ${table} where xact >= growth.in_order(pg_snapshot_xmin(pg_current_snapshot()))) as waits`,
    );
    if (!rows[0]!.waits) return;
    await sleep(20);
  }
}
