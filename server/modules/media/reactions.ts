import { defineReaction } from "../../platform/events.ts";
import { accountSuspended, roleChanged } from "../identity/events.ts";
import { profilesOf } from "../identity/index.ts";
import { revokeLinks } from "./index.ts";

/** Links that are revoked: of a suspended account for all its profiles, and of staff whose role no longer plays everything. */
export const linkReactions = [
  defineReaction("media.end_links_of_banned", accountSuspended, async (ctx, { personId }) => {
    const people = await profilesOf(ctx, personId);
    await ctx.transact((tx) => revokeLinks(tx, [personId, ...people.map(({ id }) => id)]));
  }),
  // What their plan opens plays on by new links.
  defineReaction("media.end_links_of_former_staff", roleChanged, async (ctx, { personId, from }) => {
    if (from !== "member") await ctx.transact((tx) => revokeLinks(tx, [personId]));
  }),
];
