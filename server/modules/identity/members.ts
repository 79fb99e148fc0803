import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { listMembers } from "./store-family.ts";
import type { MemberRow } from "./store-family.ts";

export type { MemberRow } from "./store-family.ts";

/** Who dances under accounts, batched. */
export const membersLoader = defineLoader<string, readonly MemberRow[]>(async (ctx, accountIds) => {
  const byAccount = new Map<string, MemberRow[]>();
  for (const row of await listMembers(ctx.db, accountIds))
    byAccount.set(row.accountId, [...(byAccount.get(row.accountId) ?? []), row]);
  return byAccount;
});

/** Who dances under an account: its holder first, then the family in the order in which they came. */
export async function profilesOf(ctx: Ctx, accountId: string): Promise<readonly MemberRow[]> {
  return (await membersLoader(ctx).load(accountId)) ?? [];
}
