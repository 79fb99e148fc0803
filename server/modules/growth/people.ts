import type { Ctx, Tx } from "../../ctx.ts";
import { deleteEventsOf } from "./collector/store.ts";
import { mergeConsents } from "./consent/store.ts";
import { deleteVisitorOf, mergeVisitors } from "./reports/store-visitors.ts";
import { mergeRecords, removeRecord } from "./rtdb/nodes.ts";
import { listRecordOwners } from "./rtdb/store-owners.ts";
import { mergePerson } from "./experiments/store.ts";

/** Gives clicks, variants and events of one person to another, who signed in. Merging again changes nothing. */
export async function mergeGrowth(tx: Tx, people: { from: string; into: string }): Promise<void> {
  await mergeRecords(tx, people);
  await mergeVisitors(tx.db, people);
  await mergeConsents(tx.db, people);
  await mergePerson(tx.db, { ...people, now: tx.clock.now() });
}

/** Forgets whatever was counted of a person who is gone. */
export async function forgetPerson(tx: Tx, personId: string): Promise<void> {
  await removeRecord(tx, personId);
  await deleteVisitorOf(tx.db, personId);
  await deleteEventsOf(tx.db, personId);
}

/** Deletes the realtime database's records of people; none is fine. */
export async function deleteRecordsOf(ctx: Ctx, personIds: readonly string[]): Promise<void> {
  for (const personId of await listRecordOwners(ctx.db, personIds))
    await ctx.transact((tx) => removeRecord(tx, personId));
}
