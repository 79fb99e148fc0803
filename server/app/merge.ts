import type { Ctx } from "../ctx.ts";
import { mergeBilling } from "../modules/billing/index.ts";
import { mergeAlerts, mergeFollowed } from "../modules/catalog/index.ts";
import { mergeCommunity } from "../modules/community/index.ts";
import { peopleMerged } from "../modules/identity/events.ts";
import { endMerged } from "../modules/identity/index.ts";
import type { MergeResult } from "../modules/identity/index.ts";
import { mergeGrowth } from "../modules/growth/index.ts";
import { mergeChallenges } from "../modules/challenges/index.ts";
import { mergeCourses } from "../modules/courses/index.ts";
import { mergeUploads } from "../modules/media/index.ts";
import { mergeNotifications } from "../modules/notifications/index.ts";
import { mergePreferences } from "../modules/onboarding/index.ts";
import { mergeProfiles } from "../modules/profiles/index.ts";
import { mergePractice } from "../modules/practice/index.ts";
import { mergeRecipients } from "../modules/studio/messages/store-recipients.ts";

/** Merges a person's data into the account that they sign in to, and deletes the person. Atomic and idempotent. */
export function mergePeople(ctx: Ctx, people: { from: string; into: string }): Promise<MergeResult> {
  return ctx.transact(async (tx) => {
    const classes = await mergePractice(tx, people);
    let others = await mergeFollowed(tx, people);
    others += await mergeAlerts(tx, people);
    others += await mergePreferences(tx, people);
    await mergeNotifications(tx, people);
    await mergeRecipients(tx.db, people);
    others += await mergeCourses(tx, people);
    others += await mergeChallenges(tx, people);
    await mergeGrowth(tx, people);
    await mergeProfiles(tx, people);
    await mergeCommunity(tx, people);
    await mergeUploads(tx, people);
    await mergeBilling(tx, people);
    await endMerged(tx, people);
    await tx.publish(peopleMerged, people);
    return { classes, others };
  });
}
