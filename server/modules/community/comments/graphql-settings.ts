import { builder } from "../../../platform/graphql/builder.ts";
import { User } from "../../identity/refs.ts";
import { approvals, commentSettingsOf, changeCommentSettings } from "./settings.ts";
import type { CommentSettings } from "./settings.ts";

const ApprovalEnum = builder.enumType("CommentApproval", {
  description:
    "Whose comments on one's posts wait until one has approved them. Strangers: whom one doesn't follow.",
  values: approvals,
});
const CommentSettingsType = builder.objectRef<CommentSettings>("CommunityCare").implement({
  description: "How someone looks after what is said under their posts.",
  fields: (t) => ({
    approves: t.expose("approves", { type: ApprovalEnum }),
    watchedWords: t.stringList({
      description: "Comments that hold one of them wait too; lower case.",
      resolve: ({ watchedWords }) => [...watchedWords],
    }),
  }),
});
builder.objectField(User, "commentSettings", (t) =>
  t.field({
    type: CommentSettingsType,
    nullable: true,
    description: "The viewer's own; null on everyone else's page.",
    resolve: ({ id }, _args, ctx) => commentSettingsOf(ctx, id),
  }),
);

builder.mutationField("changeCommentSettings", (t) =>
  t.field({
    type: CommentSettingsType,
    description: "What is left out stays.",
    args: { approves: t.arg({ type: ApprovalEnum }), watchedWords: t.arg.stringList() },
    resolve: (_root, args, ctx) => changeCommentSettings(ctx, args),
  }),
);
