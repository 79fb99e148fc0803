import { builder } from "../../../platform/graphql/builder.ts";
import { suspendAccount, reinstateAccount, readSuspensions } from "./suspensions.ts";
import { LeaderboardUser } from "../refs.ts";
import type { SuspensionRow } from "./store.ts";

const Suspension = builder.objectRef<SuspensionRow>("Suspension").implement({
  description: "An account that staff closed.",
  fields: (t) => ({
    id: t.id({ resolve: ({ person }) => person.id }),
    person: t.field({ type: LeaderboardUser, resolve: ({ person }) => person }),
    reason: t.exposeString("reason", { description: "What the person was told." }),
    suspendedAt: t.expose("suspendedAt", { type: "DateTime" }),
    until: t.expose("until", { type: "DateTime", nullable: true, description: "Null: until it is lifted." }),
  }),
});

builder.queryField("bans", (t) =>
  t.field({
    type: [Suspension],
    description: "For moderators: the last first, 200 at most.",
    resolve: (_root, _args, ctx) => readSuspensions(ctx),
  }),
);
builder.mutationFields((t) => ({
  suspendAccount: t.field({
    type: [Suspension],
    description:
      "For moderators: closes a member's account, for some days or until it is lifted. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      username: t.arg.string({ required: true }),
      reason: t.arg.string({ required: true }),
      days: t.arg.int(),
    },
    resolve: (_root, { username, reason, days }, ctx) =>
      suspendAccount(ctx, { username, reason, days: days ?? null }),
  }),
  reinstateAccount: t.field({
    type: [Suspension],
    description:
      "For moderators: opens an account again. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { personId: t.arg.id({ required: true }) },
    resolve: (_root, { personId }, ctx) => reinstateAccount(ctx, personId),
  }),
}));
