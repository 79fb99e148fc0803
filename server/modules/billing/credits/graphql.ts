import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { Subscription } from "../refs.ts";
import { creditReasonOf, creditReasons } from "../rules/credits.ts";
import { creditBalances, creditOf, creditPage, pauseCreditOf } from "./credits.ts";
import type { CreditPage } from "./credits.ts";
import type { CreditBalanceRow, CreditRow } from "./store.ts";

const Reason = builder.enumType("CreditReason", { values: creditReasons });
const Balance = builder.objectRef<CreditBalanceRow>("CreditBalance").implement({
  description: "What the account has in one currency, in minor units.",
  fields: (t) => ({ currencyCode: t.exposeString("currencyCode"), amount: t.exposeInt("amount") }),
});
const Entry = builder.objectRef<CreditRow>("CreditEntry").implement({
  description: "Why credit changed, when, and by how much. Minor units; negative was spent or taken back.",
  fields: (t) => ({
    id: t.exposeID("id"),
    reason: t.field({ type: Reason, resolve: ({ reason }) => creditReasonOf(reason) }),
    amount: t.exposeInt("amount"),
    currencyCode: t.exposeString("currencyCode"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    invoiceNumber: t.exposeString("invoiceNumber", { nullable: true }),
  }),
});
const Page = builder.objectRef<CreditPage>("CreditEntries").implement({
  fields: (t) => ({
    items: t.field({ type: [Entry], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

builder.queryFields((t) => ({
  creditBalances: t.field({
    type: [Balance],
    description: "The account's credit by currency; none at zero. It pays for invoices before the card does.",
    resolve: (_root, _args, ctx) => creditBalances(ctx),
  }),
  creditEntries: t.field({
    type: Page,
    description: "Every change of the account's credit, newest first.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) =>
      creditPage(ctx, { first: pagination?.first ?? null, after: pagination?.after ?? null }),
  }),
}));

builder.objectFields(Subscription, (t) => ({
  credit: t.int({
    description:
      "The account's credit in this currency, in minor units. It stays when the subscription ends.",
    resolve: (found, _args, ctx) => creditOf(ctx, found),
  }),
  pauseCredit: t.int({
    nullable: true,
    description: "What a pause now would add to it; null if it can't be paused.",
    resolve: (found, _args, ctx) => pauseCreditOf(ctx, found),
  }),
}));
