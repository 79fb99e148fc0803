import type { Ctx, Tx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { insertSubscription, listAccess } from "./store.ts";
import type { NewSubscription } from "./store.ts";

export { accessRankSql } from "./store.ts";

/** What a class or a plan may ask for or give, from least to most. */
export const accessTypes = ["free", "basic", "standard", "premium"] as const;
export type AccessType = (typeof accessTypes)[number];

/** Where an access type stands: a class plays when the person's rank is at least the class's. */
export function rankOf(accessType: AccessType): number {
  return accessTypes.indexOf(accessType);
}

const accessLoader = defineLoader<string, number>(async (ctx, personIds) => {
  const rows = await listAccess(ctx.db, personIds);
  return new Map(rows.map((row) => [row.personId, row.accessRank]));
});

/** What a person may play: that of a subscription that is active, in trial or non-renewing, else free. */
export async function accessOf(ctx: Ctx, personId: string): Promise<AccessType> {
  return accessTypes[(await accessLoader(ctx).load(personId)) ?? 0] ?? "free";
}

/** Takes over a rank that a statement brought along by `accessRankSql`, so that nobody asks for it again. */
export function noteAccess(ctx: Ctx, personId: string, rank: number): void {
  // Rank 0 doesn't say whether there is a subscription, so it isn't taken over.
  if (rank > 0) accessLoader(ctx).prime(personId, rank);
}

/** Whether a subscription grants the person any access at all. */
export async function hasSubscription(ctx: Ctx, personId: string): Promise<boolean> {
  return (await accessLoader(ctx).load(personId)) !== null;
}

/** Writes a subscription that was agreed on elsewhere: the demo's. */
export function recordSubscription(tx: Tx, subscription: NewSubscription): Promise<void> {
  return insertSubscription(tx.db, subscription);
}
