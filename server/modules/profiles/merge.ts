import type { Tx } from "../../ctx.ts";
import { mergeFollowsAndDistance } from "./store-merge.ts";

/** Gives whom one person follows, who follows them and whom they keep at a distance to another. Merging again changes nothing. */
export const mergeProfiles = (tx: Tx, people: { from: string; into: string }): Promise<void> =>
  mergeFollowsAndDistance(tx.db, people);
