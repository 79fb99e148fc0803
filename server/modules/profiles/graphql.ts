import { builder } from "../../platform/graphql/builder.ts";
import { Pagination } from "../../platform/graphql/paging.ts";
import { Family, LeaderboardUser, User } from "../identity/refs.ts";
import { pageOfPeople, peopleBeginning, setBlocked, setFollowing, setMuted } from "./people.ts";
import type { PersonPage } from "./people.ts";
import { changePrivacy, noteVideoPage, privacyOf, profileByUsername, profileLoader } from "./profile.ts";
import { chooseFace } from "./photo.ts";
import { AudienceEnum } from "./refs.ts";
import type { Privacy, ProfileRow } from "./profile.ts";

const PrivacyType = builder.objectRef<Privacy>("ProfilePrivacy").implement({
  description: "Who may see which part of a page.",
  fields: (t) => ({
    name: t.expose("name", { type: AudienceEnum }),
    bio: t.expose("bio", { type: AudienceEnum }),
    links: t.expose("links", { type: AudienceEnum }),
    badges: t.expose("badges", { type: AudienceEnum }),
    likes: t.expose("likes", { type: AudienceEnum }),
    uploads: t.expose("uploads", { type: AudienceEnum }),
  }),
});
const PrivacyInput = builder.inputType("ProfilePrivacyInput", {
  description: "What is left out stays as it is.",
  fields: (t) => ({
    name: t.field({ type: AudienceEnum }),
    bio: t.field({ type: AudienceEnum }),
    links: t.field({ type: AudienceEnum }),
    badges: t.field({ type: AudienceEnum }),
    likes: t.field({ type: AudienceEnum }),
    uploads: t.field({ type: AudienceEnum }),
  }),
});
const PersonPageType = builder.objectRef<PersonPage>("PersonPage").implement({
  fields: (t) => ({
    items: t.field({ type: [LeaderboardUser], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

builder.objectFields(User, (t) => {
  const fact = (of: (profile: ProfileRow) => boolean, description: string) =>
    t.boolean({
      description,
      resolve: async ({ id }, _args, ctx) => {
        const profile = await profileLoader(ctx).load(id);
        return profile !== null && of(profile);
      },
    });
  const count = (of: (profile: ProfileRow) => number) =>
    t.int({
      description: "Counted up to 10,000.",
      resolve: async ({ id }, _args, ctx) => {
        const profile = await profileLoader(ctx).load(id);
        return profile ? of(profile) : 0;
      },
    });
  const people = (list: "followers" | "following" | "blocked" | "muted", description: string) =>
    t.field({
      type: PersonPageType,
      description,
      args: { pagination: t.arg({ type: Pagination }) },
      resolve: ({ id }, { pagination }, ctx) =>
        pageOfPeople(ctx, list, id, {
          first: pagination?.first ?? null,
          after: pagination?.after ?? null,
        }),
    });
  return {
    isFollowing: fact((profile) => profile.isFollowing, "Whether the viewer follows the person."),
    isFollowingMe: fact((profile) => profile.isFollowed, "Whether the person follows the viewer."),
    isBlockedByMe: fact((profile) => profile.hasBlocked, "Whether the viewer has blocked the person."),
    isMutedByMe: fact((profile) => profile.hasMuted, "Whether the viewer has muted the person."),
    followersCount: count((profile) => profile.followersCount),
    followingCount: count((profile) => profile.followingCount),
    followers: people("followers", "The last to come first."),
    following: people("following", "The last to be followed first."),
    blocked: people("blocked", "Whom the person has blocked; empty for everyone else."),
    muted: people("muted", "Whom the person has muted; empty for everyone else."),
    privacy: t.field({
      type: PrivacyType,
      nullable: true,
      description: "The viewer's own; null on everyone else's page.",
      resolve: ({ id }, _args, ctx) => privacyOf(ctx, id),
    }),
  };
});

builder.queryFields((t) => ({
  userProfileGetByUsername: t.field({
    type: User,
    nullable: true,
    description:
      "What isn't for the viewer is empty. `videoPagination` says which page `videoUploads` gives unless told itself.",
    args: { username: t.arg.string({ required: true }), videoPagination: t.arg({ type: Pagination }) },
    resolve: (_root, { username, videoPagination }, ctx) => {
      noteVideoPage(ctx, videoPagination);
      return profileByUsername(ctx, username);
    },
  }),
  people: t.field({
    type: [LeaderboardUser],
    description: "Whose names begin so: for mentions.",
    args: { beginning: t.arg.string({ required: true }) },
    resolve: (_root, { beginning }, ctx) => peopleBeginning(ctx, beginning),
  }),
}));

builder.mutationFields((t) => ({
  setFollowing: t.boolean({
    args: { userId: t.arg.id({ required: true }), following: t.arg.boolean({ required: true }) },
    resolve: async (_root, { userId, following }, ctx) => {
      await setFollowing(ctx, userId, following);
      return following;
    },
  }),
  setBlocked: t.boolean({
    args: { userId: t.arg.id({ required: true }), blocked: t.arg.boolean({ required: true }) },
    resolve: async (_root, { userId, blocked }, ctx) => {
      await setBlocked(ctx, userId, blocked);
      return blocked;
    },
  }),
  setMuted: t.boolean({
    args: { userId: t.arg.id({ required: true }), muted: t.arg.boolean({ required: true }) },
    resolve: async (_root, { userId, muted }, ctx) => {
      await setMuted(ctx, userId, muted);
      return muted;
    },
  }),
  changePrivacy: t.field({
    type: PrivacyType,
    args: { privacy: t.arg({ type: PrivacyInput, required: true }) },
    resolve: (_root, { privacy }, ctx) => changePrivacy(ctx, privacy),
  }),
}));

builder.mutationField("chooseFace", (t) =>
  t.field({
    type: Family,
    description: "Shows a portrait, 1 to 8, for a profile of the viewer's family, in place of a photo.",
    args: { profileId: t.arg.id({ required: true }), face: t.arg.int({ required: true }) },
    resolve: (_root, args, ctx) => chooseFace(ctx, args),
  }),
);
