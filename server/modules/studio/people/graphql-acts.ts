import { builder } from "../../../platform/graphql/builder.ts";
import {
  approveStudent,
  cancelForPerson,
  changePlanForPerson,
  giveCredit,
  giveDays,
  givePlan,
  pauseForPerson,
  planChangesFor,
  redeemForPerson,
  resumeForPerson,
  refundAtProvider,
  refundForPerson,
  sendReceiptForPerson,
  staffChangeKinds,
  undoCancelForPerson,
} from "../../billing/index.ts";
import type { StaffPlanChange } from "../../billing/index.ts";
import { PeriodUnitEnum } from "../../billing/refs.ts";
import { StudioPerson } from "./graphql.ts";
import { readPerson } from "./people.ts";

const audited =
  "For support and finance. The same key is the same act. They are emailed, and the audit log keeps before and after. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.";
const seenVersion = "`planVersion` as shown: CHANGED_MEANWHILE if the plan changed since.";

const PlanChange = builder.objectRef<StaffPlanChange>("StudioPlanChange").implement({
  description: "A plan that a person's plan can change to. Nothing is charged now.",
  fields: (t) => ({
    planId: t.id({ resolve: ({ plan }) => plan.id }),
    name: t.string({ resolve: ({ plan }) => plan.name }),
    period: t.int({ resolve: ({ plan }) => plan.period }),
    periodUnit: t.field({ type: PeriodUnitEnum, resolve: ({ plan }) => plan.periodUnit }),
    kind: t.expose("kind", {
      type: builder.enumType("StudioPlanChangeKind", { values: staffChangeKinds }),
      description: "`needs_person`: it would charge more than agreed, so only the person may make it.",
    }),
    nextPlanName: t.exposeString("nextPlanName"),
    nextBillingAt: t.expose("nextBillingAt", { type: "DateTime" }),
    nextAmount: t.exposeInt("nextAmount", { description: "The next payment, in minor units." }),
    currencyCode: t.exposeString("currencyCode"),
  }),
});

builder.queryField("studioPlanChanges", (t) =>
  t.field({
    type: [PlanChange],
    description:
      "What staff may change a person's plan to; none while it can't change. For support and finance.",
    args: { personId: t.arg.id({ required: true }) },
    resolve: (_root, { personId }, ctx) => planChangesFor(ctx, personId),
  }),
);

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
      description: `Refunds an invoice, and ends its plan in the same step. REFUND_LIMIT beyond what support may refund. ${audited}`,
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
    studioRefundAtProvider: t.field({
      type: StudioPerson,
      description: `Refunds an invoice of the provider that owns a subscription, there. REFUND_LIMIT beyond what support may refund. ${audited}`,
      args: {
        ...person,
        subscriptionId: t.arg.id({ required: true }),
        invoiceRef: t.arg.string({ required: true, description: "`ref` of the document." }),
        amount: t.arg.int({ required: true, description: "Minor units." }),
        reason: t.arg.string({ required: true }),
      },
      resolve: async (_root, { personId, key, ...order }, ctx) => {
        await refundAtProvider(ctx, { ...order, accountId: personId, idempotencyKey: key });
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
    studioChangePlan: t.field({
      type: StudioPerson,
      description: `Changes a plan without a charge now. ${audited}`,
      args: {
        ...plan,
        planId: t.arg.id({ required: true }),
        nextAmount: t.arg.int({
          required: true,
          description: "The next payment as shown, in minor units: AMOUNT_MISMATCH with another.",
        }),
      },
      resolve: async (_root, { personId, key, ...order }, ctx) => {
        await changePlanForPerson(ctx, { ...order, accountId: personId, idempotencyKey: key });
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
    studioUndoCancel: t.field({
      type: StudioPerson,
      description: `Undoes a cancellation while access lasts. ${audited}`,
      args: plan,
      resolve: async (_root, { personId, key, ...order }, ctx) => {
        await undoCancelForPerson(ctx, { ...order, accountId: personId, idempotencyKey: key });
        return readPerson(ctx, personId);
      },
    }),
    studioResumePlan: t.field({
      type: StudioPerson,
      description: `Ends a pause: charges the payment method now, and begins a new term. ${audited}`,
      args: {
        ...plan,
        amount: t.arg.int({
          description:
            "`resumeAmount` as shown, in minor units: AMOUNT_MISMATCH with another. Without: a provider owns the plan.",
        }),
      },
      resolve: async (_root, { personId, key, amount, ...order }, ctx) => {
        const shown = amount ?? null;
        await resumeForPerson(ctx, { ...order, accountId: personId, idempotencyKey: key, amount: shown });
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
    studioApproveStudent: t.field({
      type: StudioPerson,
      description: `Approves a person for the student price until a moment. ${audited}`,
      args: { ...person, until: t.arg({ type: "DateTime", required: true }) },
      resolve: async (_root, { personId, key, until }, ctx) => {
        await approveStudent(ctx, { until, accountId: personId, idempotencyKey: key });
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
