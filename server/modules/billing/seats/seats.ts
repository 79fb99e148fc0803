import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { lockAccount } from "../accounts/store.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";
import { listMembersBySeat, listSeats, replaceChoices } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** The profiles that a plan is for. */
export interface Seats {
  /** How many profiles the plan is for, with the owner's. */
  readonly count: number;
  /** Profiles with a seat, the owner's first. */
  readonly personIds: readonly string[];
}

/** The seats of an account; null without a subscription that grants access. */
export async function seatsOf(ctx: Pick<Ctx, "db">, accountId: string): Promise<Seats | null> {
  const [found] = await listSeats(ctx.db, [accountId]);
  if (!found) return null;
  const members = await listMembersBySeat(ctx.db, accountId);
  return { count: found.seats, personIds: [accountId, ...members.slice(0, found.seats - 1)] };
}

/**
 * Chooses which members have a seat of the plan. Seats that are left go to the oldest profiles.
 * @throws BadInput for another account's member or too many, Forbidden unless the owner's profile acts
 */
export async function chooseSeats(ctx: Ctx, memberIds: readonly string[]): Promise<string> {
  const { accountId } = requirePayer(ctx);
  await ctx.transact(async (tx) => {
    await lockAccount(tx.db, accountId);
    const [found] = await listSeats(tx.db, [accountId]);
    const members = new Set(await listMembersBySeat(tx.db, accountId));
    const personIds = [...new Set(memberIds)];
    if (personIds.some((id) => !members.has(id)))
      throw new BadInput("memberIds", msg("Choose profiles from your own family."));
    const left = (found?.seats ?? 1) - 1;
    if (personIds.length > left)
      throw new BadInput(
        "memberIds",
        msg("Your plan includes up to {left} more profiles. Choose fewer.", { left }),
      );
    await replaceChoices(tx.db, { accountId, personIds });
  });
  return accountId;
}
