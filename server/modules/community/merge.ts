import type { Tx } from "../../ctx.ts";
import { handOverReports } from "./moderation/store-cases.ts";
import { handOverWords } from "./store-merge.ts";

/** Gives what one person wrote, liked and reported to another. Merging again changes nothing. */
export async function mergeCommunity(tx: Tx, people: { from: string; into: string }): Promise<void> {
  await handOverReports(tx.db, people);
  await handOverWords(tx.db, people);
}
