import { paymentUrlOfDifference } from "../payments/at-provider.ts";
import { providerNames } from "../provider-names.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { User } from "../../identity/refs.ts";
import { personLoader } from "../../identity/index.ts";
import { DunningType, NetMrrType, PeriodUnitEnum, RevenueTaskType } from "../refs.ts";
import { retryRefund } from "../payments/refunds.ts";
import { closeDifference } from "../reconciliation/differences.ts";
import { Dispute, FailedRefund, UnansweredPayment } from "./graphql-cases.ts";
import { moneyOverview } from "./overview.ts";
import type { MoneyOverview } from "./overview.ts";
import { revenueTaskKinds } from "./tasks.ts";
import type { MrrMonth, MrrMovement } from "./mrr.ts";
import type {
  ChurnRow,
  DifferenceRow,
  DunningTotalRow,
  FailedWebhookRow,
  IncomeRow,
  PassSalesRow,
  SubscriptionCountsRow,
  TrialsRow,
} from "./store.ts";

const MrrMovementType = builder.objectRef<MrrMovement>("MrrMovement").implement({
  description: "By how much net MRR changed in a month: `new`, `more`, `less`, `left` or `back`.",
  fields: (t) => ({
    month: t.expose("month", { type: "DateTime" }),
    kind: t.exposeString("kind"),
    amount: t.exposeFloat("amount", { description: "Minor units; negative for `less` and `left`." }),
    accounts: t.exposeInt("accounts", {
      description: "Deleted ones too; one that moved twice counts twice.",
    }),
    people: t.exposeInt("people", {
      description:
        "The accounts among them that still exist, each once. 0 in months from before accounts were recorded.",
    }),
  }),
});
export const MrrMonthType = builder.objectRef<MrrMonth>("MrrMonth").implement({
  description: "Net MRR at the end of a month, or now for the current one. Minor units.",
  fields: (t) => ({
    month: t.expose("month", { type: "DateTime" }),
    amount: t.exposeFloat("amount"),
    accounts: t.exposeInt("accounts", { description: "That pay it." }),
    accountsBefore: t.exposeInt("accountsBefore", { description: "That paid at the month's beginning." }),
    left: t.exposeInt("left", {
      description: "How often an account left in the month, also one that came back in it.",
    }),
  }),
});
builder.objectType(RevenueTaskType, {
  description: "Items of a kind that wait for finance.",
  fields: (t) => ({
    kind: t.expose("kind", { type: builder.enumType("RevenueTaskKind", { values: revenueTaskKinds }) }),
    count: t.exposeInt("count"),
    dueAt: t.expose("dueAt", {
      type: "DateTime",
      nullable: true,
      description: "The earliest deadline of open disputes.",
    }),
  }),
});
builder.objectType(NetMrrType, {
  description:
    "Net monthly recurring revenue in one currency, in minor units: without tax, after promo codes, without members who have canceled or paused.",
  fields: (t) => ({
    currencyCode: t.exposeString("currencyCode"),
    amount: t.exposeFloat("amount"),
    accounts: t.exposeInt("accounts"),
    movement: t.field({
      type: [MrrMovementType],
      description: "Changes within the months, oldest first.",
      resolve: ({ movement }) => [...movement],
    }),
    months: t.field({
      type: [MrrMonthType],
      description: "Up to 24, oldest first.",
      resolve: ({ months }) => [...months],
    }),
  }),
});
const SubscriptionCounts = builder.objectRef<SubscriptionCountsRow>("SubscriptionCounts").implement({
  description:
    "Subscriptions of one plan, status and currency; `monthly` is their part of net MRR, in minor units.",
  fields: (t) => ({
    planId: t.exposeID("planId"),
    planName: t.exposeString("planName"),
    period: t.exposeInt("period"),
    periodUnit: t.expose("periodUnit", { type: PeriodUnitEnum }),
    status: t.exposeString("status"),
    currencyCode: t.exposeString("currencyCode"),
    count: t.exposeInt("count"),
    monthly: t.exposeFloat("monthly"),
  }),
});
const PassSales = builder.objectRef<PassSalesRow>("PassSales").implement({
  description: "What a pass brought within the days, in one currency. Minor units; no recurring revenue.",
  fields: (t) => ({
    planId: t.exposeID("planId"),
    planName: t.exposeString("planName"),
    currencyCode: t.exposeString("currencyCode"),
    running: t.exposeInt("running", { description: "Members who have it now." }),
    sold: t.exposeInt("sold", { description: "One that was bought again counts again." }),
    buyers: t.exposeInt("buyers", { description: "The accounts that bought them and still exist." }),
    paid: t.exposeFloat("paid"),
    refunded: t.exposeFloat("refunded"),
  }),
});
const Trials = builder.objectRef<TrialsRow>("TrialsOverview").implement({
  fields: (t) => ({
    started: t.exposeInt("started"),
    ended: t.exposeInt("ended"),
    paid: t.exposeInt("paid", { description: "Of those that ended, how many were paid on." }),
  }),
});
const Churn = builder.objectRef<ChurnRow>("ChurnByReason").implement({
  fields: (t) => ({
    reason: t.exposeString("reason", {
      description: "A CancelReason, payment_failed, no_payment_method or not_said.",
    }),
    isTrial: t.exposeBoolean("isTrial", { description: "Nothing had been paid yet." }),
    count: t.exposeInt("count", { description: "Accounts, each by its last plan that ended." }),
  }),
});
builder.objectType(DunningType, {
  description: "A subscription whose payment failed and is being tried again.",
  fields: (t) => ({
    subscriptionId: t.exposeID("subscriptionId"),
    planName: t.exposeString("planName"),
    currencyCode: t.exposeString("currencyCode"),
    amountDue: t.exposeInt("amountDue"),
    attempts: t.exposeInt("attempts"),
    since: t.expose("since", { type: "DateTime", nullable: true }),
    retryAt: t.expose("retryAt", { type: "DateTime", nullable: true }),
    failureCode: t.exposeString("failureCode", { nullable: true }),
    member: t.field({
      type: User,
      nullable: true,
      resolve: ({ accountId }, _args, ctx) => personLoader(ctx).load(accountId),
    }),
  }),
});
const DunningTotal = builder.objectRef<DunningTotalRow>("DunningTotal").implement({
  description:
    "Payments being tried again now, and those recovered and given up in these days, in one currency. Counts are of accounts that still exist; amounts are of all.",
  fields: (t) => ({
    currencyCode: t.exposeString("currencyCode"),
    openCount: t.exposeInt("openCount"),
    openAmount: t.exposeFloat("openAmount"),
    recoveredCount: t.exposeInt("recoveredCount"),
    recoveredAmount: t.exposeFloat("recoveredAmount"),
    lostCount: t.exposeInt("lostCount"),
    lostAmount: t.exposeFloat("lostAmount"),
  }),
});
const FailedWebhook = builder.objectRef<FailedWebhookRow>("FailedWebhook").implement({
  description: "News of a provider that couldn't be applied.",
  fields: (t) => ({
    provider: t.exposeString("provider"),
    eventId: t.exposeID("eventId"),
    type: t.exposeString("type"),
    failure: t.exposeString("failure"),
    receivedAt: t.expose("receivedAt", { type: "DateTime" }),
  }),
});
const Income = builder.objectRef<IncomeRow>("MonthlyIncome").implement({
  description: "What was paid in one month and currency, in minor units; `tax` is part of `paid`.",
  fields: (t) => ({
    month: t.expose("month", { type: "DateTime" }),
    currencyCode: t.exposeString("currencyCode"),
    invoices: t.exposeInt("invoices"),
    paid: t.exposeFloat("paid"),
    refunded: t.exposeFloat("refunded"),
    tax: t.exposeFloat("tax"),
  }),
});
const Difference = builder.objectRef<DifferenceRow>("MoneyDifference").implement({
  description: "Where the provider's books and ours don't agree.",
  fields: (t) => ({
    id: t.exposeID("id"),
    provider: t.exposeString("provider"),
    providerName: t.string({ resolve: ({ provider }) => providerNames[provider] }),
    kind: t.exposeString("kind"),
    subject: t.exposeString("subject"),
    dashboardUrl: t.string({
      nullable: true,
      description: "The payment in the provider’s dashboard; null if it has none.",
      resolve: (found, _args, ctx) => paymentUrlOfDifference(ctx, found),
    }),
    amount: t.exposeInt("amount", { nullable: true, description: "In minor units of `currencyCode`." }),
    currencyCode: t.exposeString("currencyCode", { nullable: true }),
    words: t.exposeString("words", { nullable: true, description: "The provider's own code and words." }),
    foundAt: t.expose("foundAt", { type: "DateTime" }),
    closedAt: t.expose("closedAt", { type: "DateTime", nullable: true }),
    note: t.exposeString("note", { nullable: true, description: "What staff noted when they closed it." }),
  }),
});
const Overview = builder.objectRef<MoneyOverview>("MoneyOverview").implement({
  description: "How subscriptions and money stand. Amounts are minor units; currencies are never added up.",
  fields: (t) => ({
    now: t.expose("now", { type: "DateTime" }),
    days: t.exposeInt("days"),
    since: t.expose("since", {
      type: "DateTime",
      description: "The beginning of these days; they end `now`.",
    }),
    netMrr: t.field({ type: [NetMrrType], resolve: (found) => [...found.netMrr] }),
    subscriptionCounts: t.field({
      type: [SubscriptionCounts],
      resolve: (found) => [...found.subscriptionCounts],
    }),
    passSales: t.field({ type: [PassSales], resolve: (found) => [...found.passSales] }),
    trials: t.expose("trials", { type: Trials }),
    payingBefore: t.exposeInt("payingBefore", {
      description: "Paying members at the beginning of these days.",
    }),
    churn: t.field({ type: [Churn], resolve: (found) => [...found.churn] }),
    dunning: t.field({
      type: [DunningType],
      description: "The next 50 to be tried.",
      resolve: (found) => [...found.dunning],
    }),
    dunningTotals: t.field({ type: [DunningTotal], resolve: (found) => [...found.dunningTotals] }),
    failedWebhooks: t.field({
      type: [FailedWebhook],
      description: "The last 50.",
      resolve: (found) => [...found.failedWebhooks],
    }),
    failedWebhooksTotal: t.exposeInt("failedWebhooksTotal"),
    income: t.field({ type: [Income], resolve: (found) => [...found.income] }),
    differences: t.field({
      type: [Difference],
      description: "Open ones, whatever their age, then those of these days.",
      resolve: (found) => [...found.differences],
    }),
    disputes: t.field({
      type: [Dispute],
      description: "Open ones by deadline, then those decided in these days.",
      resolve: (found) => [...found.disputes],
    }),
    failedRefunds: t.field({ type: [FailedRefund], resolve: (found) => [...found.failedRefunds] }),
    unansweredPayments: t.field({
      type: [UnansweredPayment],
      description: "Payments without a result that no one waits for. The provider is still asked about them.",
      resolve: (found) => [...found.unansweredPayments],
    }),
  }),
});

builder.queryField("moneyOverview", (t) =>
  t.field({
    type: Overview,
    description: "For finance; to everyone else it isn't there.",
    args: { days: t.arg.int({ defaultValue: 30 }) },
    resolve: (_root, { days }, ctx) => moneyOverview(ctx, days ?? 30),
  }),
);

builder.mutationFields((t) => ({
  refundRetry: t.boolean({
    description:
      "Sends a failed refund again. Admins alone. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, ctx) => {
      await retryRefund(ctx, id);
      return true;
    },
  }),
  differenceClose: t.boolean({
    description:
      "Closes a difference with a note. Admins alone. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { id: t.arg.id({ required: true }), note: t.arg.string({ required: true }) },
    resolve: (_root, { id, note }, ctx) => closeDifference(ctx, id, note),
  }),
}));
