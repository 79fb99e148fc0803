import { builder } from "../../../platform/graphql/builder.ts";
import { Category, ClassStyle, InstructorPublic } from "../refs.ts";
import { followableOf, followKinds } from "./followable.ts";
import { followsOf, isFollowing, setFollow } from "./following.ts";
import { FollowType } from "./refs.ts";

const FollowKindType = builder.enumType("FollowKind", { values: followKinds });

FollowType.implement({
  description: "An instructor, style, category or course as one that the viewer follows, or may follow.",
  fields: (t) => ({
    id: t.id({ resolve: ({ kind, slug }) => `${kind}:${slug}` }),
    kind: t.expose("kind", { type: FollowKindType }),
    slug: t.exposeString("slug"),
    name: t.exposeString("name"),
    isFollowing: t.boolean({ resolve: (found, _args, ctx) => isFollowing(ctx, found) }),
  }),
});

builder.objectField(InstructorPublic, "follow", (t) =>
  t.field({ type: FollowType, resolve: ({ slug, name }) => ({ kind: "instructor" as const, slug, name }) }),
);
builder.objectField(ClassStyle, "follow", (t) =>
  t.field({
    type: FollowType,
    resolve: ({ slug, name }, _args, ctx) => ({
      kind: "style" as const,
      slug,
      name: followableOf("style").nameOf(ctx, { id: "", slug, name }),
    }),
  }),
);
builder.objectField(Category, "follow", (t) =>
  t.field({
    type: FollowType,
    resolve: (found, _args, ctx) => ({
      kind: "category" as const,
      slug: found.slug,
      name: followableOf("category").nameOf(ctx, { id: "", ...found }),
      isFollowing: found.isFollowing,
    }),
  }),
);

builder.queryField("follows", (t) =>
  t.field({
    type: [FollowType],
    description: "What the viewer follows in the library, the latest first.",
    resolve: (_root, _args, ctx) => followsOf(ctx),
  }),
);
builder.mutationField("setFollow", (t) =>
  t.field({
    type: FollowType,
    description: "Idempotent. BAD_INPUT beyond 100 of a kind.",
    args: {
      kind: t.arg({ type: FollowKindType, required: true }),
      slug: t.arg.string({ required: true }),
      following: t.arg.boolean({ required: true }),
    },
    resolve: (_root, { kind, slug, following }, ctx) => setFollow(ctx, kind, slug, following),
  }),
);
