import { builder } from "../../../platform/graphql/builder.ts";
import { PaymentMethodTypeEnum, Subscription } from "../refs.ts";
import { makeDefault, removeMethod, storedMethods } from "./methods.ts";
import type { StoredMethodRow } from "./store-methods.ts";

const StoredMethod = builder.objectRef<StoredMethodRow>("StoredPaymentMethod").implement({
  description: "A payment method of the account that has worked.",
  fields: (t) => ({
    id: t.exposeID("id"),
    type: t.expose("type", { type: PaymentMethodTypeEnum }),
    brand: t.exposeString("brand", { nullable: true }),
    last4: t.exposeString("last4", { nullable: true }),
    expMonth: t.exposeInt("expMonth", { nullable: true }),
    expYear: t.exposeInt("expYear", { nullable: true }),
    isDefault: t.exposeBoolean("isDefault", { description: "The running subscription is paid by it." }),
  }),
});

builder.queryField("paymentMethods", (t) =>
  t.field({
    type: [StoredMethod],
    description: "The account's payment methods, the default first.",
    resolve: (_root, _args, ctx) => storedMethods(ctx),
  }),
);
builder.mutationFields((t) => ({
  paymentMethodMakeDefault: t.field({
    type: Subscription,
    description: "Pays a subscription by a stored method from its next charge on.",
    args: { id: t.arg.id({ required: true }), paymentMethodId: t.arg.id({ required: true }) },
    resolve: (_root, { id, paymentMethodId }, ctx) => makeDefault(ctx, id, paymentMethodId),
  }),
  paymentMethodRemove: t.field({
    type: [StoredMethod],
    description: "Removes a stored method, except the default. PAYMENT_METHOD_IN_USE for that one.",
    args: { paymentMethodId: t.arg.id({ required: true }) },
    resolve: (_root, { paymentMethodId }, ctx) => removeMethod(ctx, paymentMethodId),
  }),
}));
