import { defineReaction } from "../../platform/events.ts";
import { personBanned } from "../identity/events.ts";
import { profilesOf } from "../identity/index.ts";
import { revokeLinks } from "./index.ts";

/** Whose account is closed watches no further by links that they have, nor does anybody who dances under it. */
export const linkReactions = [
  defineReaction("media.end_links_of_banned", personBanned, async (ctx, { personId }) => {
    const people = await profilesOf(ctx, personId);
    await ctx.transact((tx) => revokeLinks(tx, [personId, ...people.map(({ id }) => id)]));
  }),
];
