import { builder } from "../../../platform/graphql/builder.ts";
import { supportRefundLimits } from "./refund-limits.ts";
import type { RefundLimit } from "./refund-limits.ts";

const Limit = builder.objectRef<RefundLimit>("SupportRefundLimit").implement({
  description: "What support may refund of one invoice or gift card. Minor units.",
  fields: (t) => ({
    currencyCode: t.exposeString("currencyCode"),
    amount: t.exposeInt("amount"),
    usual: t.exposeInt("usual", {
      description:
        "What holds unless the studio sets an amount: a month of the most expensive plan, with taxes.",
    }),
    isSet: t.exposeBoolean("isSet"),
  }),
});

builder.queryField("supportRefundLimits", (t) =>
  t.field({
    type: [Limit],
    description:
      "For support and finance: the limits of support by currency. Finance and admins refund without a limit.",
    resolve: async (_root, _args, ctx) => [...(await supportRefundLimits(ctx))],
  }),
);
