import { builder } from "../../../platform/graphql/builder.ts";
import {
  chooseFamilyMember,
  addFamilyMember,
  familyOf,
  maxMembers,
  removeFamilyMember,
  setFamilyPin,
  updateFamilyMember,
} from "./family.ts";
import { profilesOf } from "../accounts/members.ts";
import { hasPin } from "./pins.ts";
import { photoUrl } from "../persons.ts";
import { Family, FamilyMember, User } from "../refs.ts";

FamilyMember.implement({
  description: "Someone who dances under the viewer's account.",
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.string({ nullable: true, resolve: ({ name }) => name || null }),
    photoURL: t.string({ nullable: true, resolve: ({ image }, _args, ctx) => photoUrl(ctx, image) }),
    isChild: t.exposeBoolean("isChild"),
    isHolder: t.exposeBoolean("isHolder", { description: "They sign in, and they pay." }),
  }),
});

Family.implement({
  fields: (t) => ({
    id: t.exposeID("accountId"),
    activeId: t.exposeID("activeId", { description: "Who dances in this session." }),
    members: t.field({
      type: [FamilyMember],
      description: "The holder first.",
      resolve: async ({ accountId }, _args, ctx) => [...(await profilesOf(ctx, accountId))],
    }),
    hasPin: t.boolean({
      description: "Whether there is a PIN that leads out of a child's profile.",
      resolve: ({ accountId }, _args, ctx) => hasPin(ctx, accountId),
    }),
    maxMembers: t.int({ description: "Beside the holder.", resolve: () => maxMembers }),
  }),
});

builder.objectFields(User, (t) => ({
  isChild: t.boolean({
    description: "Whether the viewer is a child of a family; false of everyone else.",
    resolve: ({ id }, _args, ctx) => id === ctx.viewer?.personId && ctx.viewer.isChild,
  }),
  familySize: t.int({
    description: "How many dance under the viewer's account; 1 of everyone else.",
    resolve: async ({ id }, _args, ctx) =>
      ctx.viewer && id === ctx.viewer.personId && !ctx.viewer.isAnonymous
        ? (await profilesOf(ctx, ctx.viewer.accountId)).length
        : 1,
  }),
}));

builder.queryField("family", (t) => t.field({ type: Family, resolve: (_root, _args, ctx) => familyOf(ctx) }));
builder.mutationFields((t) => ({
  createFamilyMember: t.field({
    type: Family,
    description: "The first child comes with the PIN that leads out of its profile.",
    args: {
      name: t.arg.string({ required: true }),
      isChild: t.arg.boolean({ required: true }),
      pin: t.arg.string(),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: async (_root, { name, isChild, pin, idempotencyKey }, ctx) =>
      (await addFamilyMember(ctx, { name, isChild, pin: pin ?? null, idempotencyKey })).family,
  }),
  updateFamilyMember: t.field({
    type: Family,
    args: { id: t.arg.id({ required: true }), name: t.arg.string(), isChild: t.arg.boolean() },
    resolve: (_root, { id, name, isChild }, ctx) =>
      updateFamilyMember(ctx, id, { name: name ?? null, isChild: isChild ?? null }),
  }),
  removeFamilyMember: t.field({
    type: Family,
    description: "With everything of theirs.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => removeFamilyMember(ctx, id),
  }),
  chooseFamilyMember: t.field({
    type: Family,
    description: "The next access token is theirs. Out of a child's profile the PIN leads to a grown-up's.",
    args: { id: t.arg.id({ required: true }), pin: t.arg.string() },
    resolve: (_root, { id, pin }, ctx) => chooseFamilyMember(ctx, id, pin ?? null),
  }),
  setFamilyPin: t.field({
    type: Family,
    description: "Where there is one, it is asked for, unless the viewer has just signed in.",
    args: { pin: t.arg.string({ required: true }), currentPin: t.arg.string() },
    resolve: (_root, { pin, currentPin }, ctx) => setFamilyPin(ctx, pin, currentPin ?? null),
  }),
}));
