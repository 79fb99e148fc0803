import { builder } from "../../platform/graphql/builder.ts";
import { User } from "../identity/refs.ts";
import { approvals, careOf, changeCare } from "./care.ts";
import type { Care } from "./care.ts";

const ApprovalEnum = builder.enumType("CommentApproval", {
  description:
    "Whose comments on one's posts wait until one has approved them. Strangers: whom one doesn't follow.",
  values: approvals,
});
const CareType = builder.objectRef<Care>("CommunityCare").implement({
  description: "How somebody looks after what is said under their posts.",
  fields: (t) => ({
    approves: t.expose("approves", { type: ApprovalEnum }),
    watchedWords: t.stringList({
      description: "Comments that hold one of them wait too; lower case.",
      resolve: ({ watchedWords }) => [...watchedWords],
    }),
  }),
});
builder.objectField(User, "care", (t) =>
  t.field({
    type: CareType,
    nullable: true,
    description: "The viewer's own; null on everybody else's page.",
    resolve: ({ id }, _args, ctx) => careOf(ctx, id),
  }),
);

builder.mutationField("changeCare", (t) =>
  t.field({
    type: CareType,
    description: "What is left out stays.",
    args: { approves: t.arg({ type: ApprovalEnum }), watchedWords: t.arg.stringList() },
    resolve: (_root, args, ctx) => changeCare(ctx, args),
  }),
);
