import type { Ctx, Tx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { endMergedPerson } from "./store-merge.ts";
import { insertMember, listMembers, savePinHash } from "./store-family.ts";
import type { MemberRow } from "./store-family.ts";

export type { MemberRow } from "./store-family.ts";

/** Who dances under accounts, batched. */
export const membersLoader = defineLoader<string, readonly MemberRow[]>(async (ctx, accountIds) => {
  const byAccount = new Map<string, MemberRow[]>();
  for (const row of await listMembers(ctx.db, accountIds))
    byAccount.set(row.accountId, [...(byAccount.get(row.accountId) ?? []), row]);
  return byAccount;
});

/** Puts members into a family, with the PIN that leads out of a child's profile. For seeds, once. @param family.pinHash as `hashPin` gave it */
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
  // They are shown in the order in which they came.
  for (const [place, member] of family.members.entries())
    await insertMember(tx.db, { ...member, accountId, now: new Date(now.getTime() + place) });
}

/** Who dances under an account: its holder first, then the family in the order in which they came. */
export async function profilesOf(ctx: Ctx, accountId: string): Promise<readonly MemberRow[]> {
  return (await membersLoader(ctx).load(accountId)) ?? [];
}

/** Gives family, name, words and links of one person to another, where that one has none, and ends the first. Harmless twice. */
export const endMerged = (tx: Tx, people: { from: string; into: string }): Promise<void> =>
  endMergedPerson(tx.db, people);
