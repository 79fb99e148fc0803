import { builder } from "../../../platform/graphql/builder.ts";
import { Family } from "../../identity/refs.ts";
import { childrenOf, makeChildProfile, saveChildren } from "./children.ts";
import type { ChildRow } from "./children.ts";

const Child = builder.objectRef<ChildRow>("Child").implement({
  description: "A child that the viewer dances with.",
  fields: (t) => ({
    id: t.exposeID("id"),
    age: t.exposeInt("age", { description: "Today, in years." }),
    level: t.exposeString("level", { description: "A slug of `levelV2`." }),
    profileId: t.exposeID("profileId", {
      nullable: true,
      description: "The family's member that was made of it.",
    }),
  }),
});
const ChildInput = builder.inputType("ChildInput", {
  fields: (t) => ({
    id: t.id({ required: true, description: "A UUID of the caller's." }),
    age: t.int({ required: true }),
    level: t.string({ required: true }),
  }),
});

builder.queryField("children", (t) =>
  t.field({ type: [Child], resolve: (_root, _args, ctx) => childrenOf(ctx) }),
);
builder.mutationFields((t) => ({
  setChildren: t.field({
    type: [Child],
    description: "Replaces the list; profiles that were made of children stay.",
    args: { children: t.arg({ type: [ChildInput], required: true }) },
    resolve: (_root, { children }, ctx) => saveChildren(ctx, children),
  }),
  createChildProfile: t.field({
    type: Family,
    description: "Makes a profile of a child; the first child of an account comes with a PIN.",
    args: {
      childId: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
      pin: t.arg.string(),
    },
    resolve: (_root, { childId, name, pin }, ctx) =>
      makeChildProfile(ctx, { childId, name, pin: pin ?? null }),
  }),
}));
