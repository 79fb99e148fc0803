import { builder } from "../../../platform/graphql/builder.ts";
import { confirmMailingList, joinMailingList, leaveMailingList } from "./mailing-list.ts";

builder.mutationFields((t) => ({
  mailingListJoin: t.boolean({
    description:
      "Emails a confirmation link to an address that wants to hear of the opening. The answer is the same for every address. MAILING_LIST_CLOSED once the studio is open.",
    args: { email: t.arg.string({ required: true }) },
    resolve: async (_root, { email }, ctx) => {
      await joinMailingList(ctx, email);
      return true;
    },
  }),
  mailingListConfirm: t.boolean({
    description: "Confirms an address by the token of its emailed link. LINK_INVALID after 7 days.",
    args: { token: t.arg.string({ required: true }) },
    resolve: async (_root, { token }, ctx) => {
      await confirmMailingList(ctx, token);
      return true;
    },
  }),
  mailingListLeave: t.boolean({
    description: "Takes an address off the list by the token of its email.",
    args: { token: t.arg.string({ required: true }) },
    resolve: async (_root, { token }, ctx) => {
      await leaveMailingList(ctx, token);
      return true;
    },
  }),
}));
