import type { Tx } from "../../ctx.ts";
import { handOverReports } from "./moderation/store-cases.ts";
import { handOverWords } from "./store-merge.ts";

/** Moves one person's posts, comments, likes and reports to another. Idempotent. */
export async function mergeCommunity(tx: Tx, people: { from: string; into: string }): Promise<void> {
  await handOverReports(tx.db, people);
  await handOverWords(tx.db, people);
}
