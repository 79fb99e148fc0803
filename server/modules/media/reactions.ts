import { defineReaction } from "../../platform/events.ts";
import { accountSuspended } from "../identity/events.ts";
import { profilesOf } from "../identity/index.ts";
import { revokeLinks } from "./index.ts";

/** When an account is suspended, revokes the playback links of all its profiles. */
export const linkReactions = [
  defineReaction("media.end_links_of_banned", accountSuspended, async (ctx, { personId }) => {
    const people = await profilesOf(ctx, personId);
    await ctx.transact((tx) => revokeLinks(tx, [personId, ...people.map(({ id }) => id)]));
  }),
];
