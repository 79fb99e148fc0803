import { builder } from "../../platform/graphql/builder.ts";
import { personLoader } from "./index.ts";
import { User } from "./refs.ts";

User.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    uid: t.exposeString("id"),
    username: t.exposeString("username", { nullable: true }),
    name: t.string({
      nullable: true,
      resolve: (person) => (person.isAnonymous ? null : person.name || null),
    }),
    photoURL: t.exposeString("image", { nullable: true }),
    isMe: t.boolean({ resolve: (person, _args, ctx) => person.id === ctx.viewer?.personId }),
  }),
});

builder.queryField("me", (t) =>
  t.field({
    type: User,
    nullable: true,
    resolve: (_root, _args, ctx) => (ctx.viewer ? personLoader(ctx).load(ctx.viewer.personId) : null),
  }),
);
