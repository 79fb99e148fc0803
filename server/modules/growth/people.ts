import type { Ctx, Tx } from "../../ctx.ts";
import { requestErasure } from "./collector/clickhouse/store.ts";
import { deleteEventsOf } from "./collector/store.ts";
import { mergeConsents } from "./consent/store.ts";
import { deleteVisitorOf, mergeVisitors } from "./reports/store-visitors.ts";
import { mergeRecords, removeRecord } from "./rtdb/nodes.ts";
import { listRecordOwners } from "./rtdb/store-owners.ts";
import { mergePerson } from "./experiments/store.ts";

/** Transfers clicks, exposures and events of one person to another, who signed in. Idempotent. */
export async function mergeGrowth(tx: Tx, people: { from: string; into: string }): Promise<void> {
  await mergeRecords(tx, people);
  await mergeVisitors(tx.db, people);
  await mergeConsents(tx.db, people);
  await mergePerson(tx.db, { ...people, now: tx.clock.now() });
}

/** Deletes everything counted of a deleted person. ClickHouse's events follow by `growth.erase_events`. */
export async function forgetPerson(tx: Tx, personId: string): Promise<void> {
  await removeRecord(tx, personId);
  await deleteVisitorOf(tx.db, personId);
  // Before the ids from before a merge are deleted.
  await requestErasure(tx.db, { personId, isSet: Boolean(tx.config.eventsUrl), now: tx.clock.now() });
  await deleteEventsOf(tx.db, personId);
}

/** Deletes the realtime database's records of people. Idempotent. */
export async function deleteRecordsOf(ctx: Ctx, personIds: readonly string[]): Promise<void> {
  for (const personId of await listRecordOwners(ctx.db, personIds))
    await ctx.transact((tx) => removeRecord(tx, personId));
}
