import { builder } from "../../../platform/graphql/builder.ts";
import {
  cancelForPerson,
  giveCredit,
  giveDays,
  givePlan,
  pauseForPerson,
  redeemForPerson,
  refundForPerson,
  sendReceiptForPerson,
} from "../../billing/index.ts";
import { StudioPerson } from "./graphql.ts";
import { readPerson } from "./people.ts";

const audited =
  "For admins. The same key is the same act. They are emailed, and the audit log keeps before and after. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.";
const seenVersion = "`planVersion` as shown: CHANGED_MEANWHILE if the plan changed since.";

builder.mutationFields((t) => {
  const person = { personId: t.arg.id({ required: true }), key: t.arg.id({ required: true }) };
  const plan = {
    ...person,
    subscriptionId: t.arg.id({ required: true }),
    version: t.arg.int({ required: true, description: seenVersion }),
  };
  return {
    studioRefund: t.field({
      type: StudioPerson,
      description: `Refunds an invoice, and ends its plan in the same step. ${audited}`,
      args: {
        ...person,
        invoiceId: t.arg.id({ required: true }),
        amount: t.arg.int({ required: true, description: "Minor units." }),
        refundable: t.arg.int({ required: true, description: "As shown: CHANGED_MEANWHILE with another." }),
        reason: t.arg.string({ required: true }),
        endVersion: t.arg.int({ description: `Ends the plan now. ${seenVersion}` }),
      },
      resolve: async (_root, { personId, key, endVersion, ...order }, ctx) => {
        const version = endVersion ?? null;
        await refundForPerson(ctx, { ...order, accountId: personId, idempotencyKey: key, version });
        return readPerson(ctx, personId);
      },
    }),
    studioCancelPlan: t.field({
      type: StudioPerson,
      description: `Cancels a plan, now or at the end of the paid term. ${audited}`,
      args: { ...plan, atPeriodEnd: t.arg.boolean({ required: true }) },
      resolve: async (_root, { personId, key, ...order }, ctx) => {
        await cancelForPerson(ctx, { ...order, accountId: personId, idempotencyKey: key });
        return readPerson(ctx, personId);
      },
    }),
    studioPausePlan: t.field({
      type: StudioPerson,
      description: `Pauses a plan for one to three months. ${audited}`,
      args: { ...plan, months: t.arg.int({ required: true }) },
      resolve: async (_root, { personId, key, ...order }, ctx) => {
        await pauseForPerson(ctx, { ...order, accountId: personId, idempotencyKey: key });
        return readPerson(ctx, personId);
      },
    }),
    studioRedeemCode: t.field({
      type: StudioPerson,
      description: `Redeems a promo code for a plan, from the next invoice on. ${audited}`,
      args: { ...plan, code: t.arg.string({ required: true }) },
      resolve: async (_root, { personId, key, ...order }, ctx) => {
        await redeemForPerson(ctx, { ...order, accountId: personId, idempotencyKey: key });
        return readPerson(ctx, personId);
      },
    }),
    studioSendReceipt: t.field({
      type: StudioPerson,
      description: `Emails the receipt of a paid invoice again. ${audited}`,
      args: { ...person, invoiceId: t.arg.id({ required: true }) },
      resolve: async (_root, { personId, key, invoiceId }, ctx) => {
        await sendReceiptForPerson(ctx, { invoiceId, accountId: personId, idempotencyKey: key });
        return readPerson(ctx, personId);
      },
    }),
    studioGiveDays: t.field({
      type: StudioPerson,
      description: `Moves the next charge, or the end of access, by free days. ${audited}`,
      args: { ...plan, days: t.arg.int({ required: true }) },
      resolve: async (_root, { personId, key, ...order }, ctx) => {
        await giveDays(ctx, { ...order, accountId: personId, idempotencyKey: key });
        return readPerson(ctx, personId);
      },
    }),
    studioGiveCredit: t.field({
      type: StudioPerson,
      description: `Adds account credit. ${audited}`,
      args: {
        ...person,
        amount: t.arg.int({ required: true, description: "Minor units." }),
        currencyCode: t.arg.string({ required: true }),
        balance: t.arg.int({ required: true, description: "As shown: CHANGED_MEANWHILE with another." }),
        reason: t.arg.string({ required: true }),
      },
      resolve: async (_root, { personId, key, ...order }, ctx) => {
        await giveCredit(ctx, { ...order, accountId: personId, idempotencyKey: key });
        return readPerson(ctx, personId);
      },
    }),
    studioGivePlan: t.field({
      type: StudioPerson,
      description: `Gives a plan without payment until a moment. ${audited}`,
      args: {
        ...person,
        planId: t.arg.id({ required: true }),
        until: t.arg({ type: "DateTime", required: true }),
      },
      resolve: async (_root, { personId, key, ...order }, ctx) => {
        await givePlan(ctx, { ...order, accountId: personId, idempotencyKey: key });
        return readPerson(ctx, personId);
      },
    }),
  };
});
