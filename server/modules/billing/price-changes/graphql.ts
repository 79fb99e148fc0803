import { builder } from "../../../platform/graphql/builder.ts";
import { Subscription } from "../refs.ts";
import { acceptPriceChange, pendingPriceNotice } from "./changes.ts";
import type { NoticeRow } from "./store-notices.ts";

const PriceNotice = builder.objectRef<NoticeRow>("PriceNotice").implement({
  description: "A new price that the member was told of. Minor units, per term.",
  fields: (t) => ({
    oldAmount: t.exposeInt("oldAmount"),
    newAmount: t.exposeInt("newAmount"),
    effectiveAt: t.expose("effectiveAt", {
      type: "DateTime",
      description: "The first charge of the new price.",
    }),
    needsConsent: t.exposeBoolean("needsConsent"),
    endsWithoutConsent: t.exposeBoolean("endsWithoutConsent", {
      description: "Without consent the subscription ends with its term; otherwise its price stays.",
    }),
    acceptedAt: t.expose("acceptedAt", { type: "DateTime", nullable: true }),
  }),
});

builder.objectField(Subscription, "pendingPriceNotice", (t) =>
  t.field({
    type: PriceNotice,
    nullable: true,
    resolve: (found, _args, ctx) => pendingPriceNotice(ctx, found),
  }),
);

builder.mutationField("subscriptionAcceptPrice", (t) =>
  t.field({
    type: Subscription,
    description: "Agrees to `pendingPriceNotice`. AMOUNT_MISMATCH if it is another one by now.",
    args: { id: t.arg.id({ required: true }), newAmount: t.arg.int({ required: true }) },
    resolve: (_root, { id, newAmount }, ctx) => acceptPriceChange(ctx, id, newAmount),
  }),
);
