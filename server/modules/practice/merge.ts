import type { Tx } from "../../ctx.ts";
import { allowanceNow, completingShare } from "./credit.ts";
import { classCompleted } from "./events.ts";
import { mergeMastery } from "./mastery/store.ts";
import { mergeNotes } from "./notes/store.ts";
import { mergePlans } from "./plan/store.ts";
import { mergePlaylists } from "./playlists/store.ts";
import { mergeSets } from "./set/store.ts";
import {
  listAllowancesForUpdate,
  listCompletedForUpdate,
  mergeAllowances,
  mergeRecords,
} from "./store-merge.ts";

/**
 * Transfers practice, sets, playlists and saved classes from one person to another, when an account takes over an anonymous one. Played
 * ranges are united. The earlier completion, the later position and rating, and the larger allowance win. Publishes completions
 * that are new for `into`. Idempotent.
 * @returns how many danced or saved classes were transferred
 */
export async function mergePractice(tx: Tx, people: { from: string; into: string }): Promise<number> {
  const { from, into } = people;
  if (from === into) return 0;
  const now = tx.clock.now();
  await mergePlans(tx.db, people);
  await mergeSets(tx.db, people);
  await mergePlaylists(tx.db, people);
  const allowances = await listAllowancesForUpdate(tx.db, people);
  if (allowances.length > 0) {
    const balanceMs = Math.max(
      ...allowances.map((held) => allowanceNow(held.balanceMs, held.countedAt.getTime(), now.getTime())),
    );
    await mergeAllowances(tx.db, { from, into, balanceMs, now });
  }
  await mergeMastery(tx.db, people);
  await mergeNotes(tx.db, people);
  const before = new Set(await listCompletedForUpdate(tx.db, into));
  const merged = await mergeRecords(tx.db, { from, into, completingShare, now });
  for (const record of merged) {
    if (!record.completedAt || before.has(record.classId)) continue;
    await tx.publish(classCompleted, {
      personId: into,
      classId: record.classId,
      completedAt: record.completedAt.toISOString(),
      playedMs: record.playedMs,
    });
  }
  return merged.filter(({ playedMs, isSaved }) => playedMs > 0 || isSaved).length;
}
