import { builder } from "../../platform/graphql/builder.ts";
import { personLoader, photoUrl } from "./persons.ts";
import type { ProfileLink } from "./store.ts";
import { chooseExplicit, splitName, updateProfile } from "./profile/profile.ts";
import { isUsernameTaken, setUsername } from "./profile/usernames.ts";
import { LeaderboardUser, User } from "./refs.ts";

const UserLink = builder.objectRef<ProfileLink>("UserLink").implement({
  fields: (t) => ({ url: t.exposeString("url"), title: t.exposeString("title") }),
});

User.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    uid: t.exposeString("id"),
    username: t.exposeString("username", { nullable: true }),
    name: t.string({
      nullable: true,
      resolve: (person) => (person.isAnonymous ? null : person.name || null),
    }),
    firstName: t.string({
      nullable: true,
      description: "The first word of the name.",
      resolve: (person) => (person.isAnonymous ? null : (splitName(person.name)[0] ?? null)),
    }),
    lastName: t.string({
      nullable: true,
      description: "The second word of the name.",
      resolve: (person) => (person.isAnonymous ? null : (splitName(person.name)[1] ?? null)),
    }),
    bio: t.exposeString("bio", { nullable: true }),
    links: t.field({ type: [UserLink], resolve: ({ links }) => [...links] }),
    photoURL: t.string({ nullable: true, resolve: ({ image }, _args, ctx) => photoUrl(ctx, image) }),
    hidesExplicit: t.boolean({
      nullable: true,
      description: "The viewer's own choice; null of someone else.",
      resolve: (person, _args, ctx) => (person.id === ctx.viewer?.personId ? ctx.viewer.hidesExplicit : null),
    }),
    isMe: t.boolean({ resolve: (person, _args, ctx) => person.id === ctx.viewer?.personId }),
  }),
});

LeaderboardUser.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    username: t.exposeString("username", { nullable: true }),
    photoURL: t.string({ nullable: true, resolve: ({ image }, _args, ctx) => photoUrl(ctx, image) }),
  }),
});

builder.queryField("me", (t) =>
  t.field({
    type: User,
    nullable: true,
    resolve: (_root, _args, ctx) => (ctx.viewer ? personLoader(ctx).load(ctx.viewer.personId) : null),
  }),
);

const UsernameCheck = builder.objectRef<{ exists: boolean }>("UsernameCheck").implement({
  fields: (t) => ({
    exists: t.exposeBoolean("exists", { description: "Whether someone has it, or no one may." }),
  }),
});
const UserLinkInput = builder.inputType("UserLinkInput", {
  fields: (t) => ({ url: t.string({ required: true }), title: t.string({ required: true }) }),
});
const ProfileInput = builder.inputType("ProfileInput", {
  description: "What is left out stays as it is.",
  fields: (t) => ({ name: t.string(), bio: t.string(), links: t.field({ type: [UserLinkInput] }) }),
});
builder.mutationFields((t) => ({
  userCheckUsername: t.field({
    type: UsernameCheck,
    args: { username: t.arg.string({ required: true }) },
    resolve: async (_root, { username }, ctx) => ({ exists: await isUsernameTaken(ctx, username) }),
  }),
  setUsername: t.field({
    type: User,
    args: { newUsername: t.arg.string({ required: true }) },
    resolve: (_root, { newUsername }, ctx) => setUsername(ctx, newUsername),
  }),
  setHidesExplicit: t.boolean({
    description:
      "Whether lists leave out classes with explicit words. The next access token carries it; one from before is refused.",
    args: { hides: t.arg.boolean({ required: true }) },
    resolve: async (_root, { hides }, ctx) => {
      await chooseExplicit(ctx, hides);
      return hides;
    },
  }),
  updateProfile: t.field({
    type: User,
    args: { profile: t.arg({ type: ProfileInput, required: true }) },
    resolve: (_root, { profile }, ctx) => updateProfile(ctx, profile),
  }),
}));
