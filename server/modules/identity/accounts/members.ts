import type { Ctx, Tx } from "../../../ctx.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { endMergedPerson } from "./store-merge.ts";
import { addMember } from "../family/add-member.ts";
import { listMembers, savePinHash } from "../family/store.ts";
import type { MemberRow } from "../family/store.ts";

export type { MemberRow } from "../family/store.ts";

/** Loads the profiles of accounts, batched. */
export const membersLoader = defineLoader<string, readonly MemberRow[]>(async (ctx, accountIds) => {
  const byAccount = new Map<string, MemberRow[]>();
  for (const row of await listMembers(ctx.db, accountIds))
    byAccount.set(row.accountId, [...(byAccount.get(row.accountId) ?? []), row]);
  return byAccount;
});

/**
 * Adds members to a family, with the PIN that leads out of a child's profile. For seeds, once.
 * @param family.pinHash as returned by `hashPin`
 */
export async function seedFamily(
  tx: Tx,
  family: {
    readonly accountId: string;
    readonly members: readonly { readonly id: string; readonly name: string; readonly isChild: boolean }[];
    readonly pinHash: string;
  },
): Promise<void> {
  const { accountId } = family;
  const now = tx.clock.now();
  await savePinHash(tx.db, { accountId, hash: family.pinHash, now });
  // They are listed in the order of creation.
  for (const [place, member] of family.members.entries())
    await addMember(tx.db, { ...member, accountId, now: new Date(now.getTime() + place) });
}

/** The profiles of an account: its holder first, then the family in the order of creation. */
export async function profilesOf(ctx: Ctx, accountId: string): Promise<readonly MemberRow[]> {
  return (await membersLoader(ctx).load(accountId)) ?? [];
}

/**
 * Moves family, username, bio and links to a person who has none, and deletes the first person. Idempotent.
 */
export const endMerged = (tx: Tx, people: { from: string; into: string }): Promise<void> =>
  endMergedPerson(tx.db, people);
