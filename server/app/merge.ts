import type { Ctx } from "../ctx.ts";
import { mergeBilling } from "../modules/billing/index.ts";
import { mergeFollowed } from "../modules/catalog/index.ts";
import { mergeReports } from "../modules/community/index.ts";
import { peopleMerged } from "../modules/identity/events.ts";
import { mergeGrowth } from "../modules/growth/index.ts";
import { mergeChallenges } from "../modules/challenges/index.ts";
import { mergeNotifications } from "../modules/notifications/index.ts";
import { mergePreferences } from "../modules/onboarding/index.ts";
import { mergePractice } from "../modules/practice/index.ts";

/**
 * Gives everything that an anonymous person gathered to the account that they sign in to: all of it, or nothing. Merging again
 * changes nothing.
 * @returns how many classes came along
 */
export function mergePeople(ctx: Ctx, people: { from: string; into: string }): Promise<number> {
  return ctx.transact(async (tx) => {
    const classes = await mergePractice(tx, people);
    await mergeFollowed(tx, people);
    await mergePreferences(tx, people);
    await mergeNotifications(tx, people);
    await mergeChallenges(tx, people);
    await mergeGrowth(tx, people);
    await mergeReports(tx, people);
    await mergeBilling(tx, people);
    await tx.publish(peopleMerged, people);
    return classes;
  });
}
