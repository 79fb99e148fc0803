import { defineReaction } from "../../platform/events.ts";
import { personRemoved } from "../identity/events.ts";
import { profilesOf } from "../identity/index.ts";
import { revokeLinks } from "../media/index.ts";
import { subscriptionChanged } from "./events.ts";
import { forgetAccount } from "./accounts/deletion.ts";
import { recordNoticeSent } from "./price-changes/notices.ts";
import { grantsAccess } from "./rules/states.ts";

export const reactions = [
  recordNoticeSent,
  defineReaction("billing.forget_person", personRemoved, (ctx, { personId }) => forgetAccount(ctx, personId)),
  // Shared links end with the access that allowed them, for all profiles of the account.
  defineReaction(
    "billing.end_links",
    subscriptionChanged,
    async (ctx, { accountId, status, previousStatus }) => {
      if (grantsAccess(status) || !grantsAccess(previousStatus)) return;
      const people = await profilesOf(ctx, accountId);
      await ctx.transact((tx) => revokeLinks(tx, [accountId, ...people.map(({ id }) => id)]));
    },
  ),
];
