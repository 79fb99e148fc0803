import type { Tx } from "../../ctx.ts";
import { mergeFollowsAndDistance } from "./store-merge.ts";

/** Moves one person's follows, followers, blocks and mutes to another. Idempotent. */
export const mergeProfiles = (tx: Tx, people: { from: string; into: string }): Promise<void> =>
  mergeFollowsAndDistance(tx.db, people);
