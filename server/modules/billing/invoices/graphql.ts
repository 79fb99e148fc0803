import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { selectedPaths } from "../../../platform/graphql/selection.ts";
import { invoicePage, ownInvoice } from "./invoices.ts";
import type { InvoicePage } from "./invoices.ts";
import { refundInvoice } from "../payments/refunds.ts";
import { creditNoteLoader, creditNoteUrl, receiptUrl } from "./receipts.ts";
import { creditNoteReasons } from "../rules/credit-notes.ts";
import type { CreditNoteRow } from "./store-credit-notes.ts";
import { dunningStatuses, invoiceStatuses } from "../rules/states.ts";
import { taxNames } from "../rules/tax.ts";
import { Invoice } from "../refs.ts";
import { InvoiceLine, TaxPartType } from "../plans/graphql.ts";

export const InvoiceStatusEnum = builder.enumType("InvoiceStatus", { values: invoiceStatuses });
export const DunningStatusEnum = builder.enumType("DunningStatus", { values: dunningStatuses });

const CreditNoteReasonEnum = builder.enumType("CreditNoteReason", { values: creditNoteReasons });
const CreditNote = builder.objectRef<CreditNoteRow>("CreditNote").implement({
  description: "What takes an issued invoice back, wholly or in part. Amounts in minor units, with tax.",
  fields: (t) => ({
    id: t.exposeID("id"),
    number: t.exposeString("number"),
    reason: t.expose("reason", { type: CreditNoteReasonEnum }),
    amount: t.exposeInt("amount"),
    refunded: t.exposeInt("refunded", { description: "The part that goes back as money." }),
    credited: t.exposeInt("credited", { description: "The part that is account credit again." }),
    taxTotal: t.exposeInt("taxTotal"),
    taxes: t.field({ type: [TaxPartType], resolve: ({ taxes }) => [...taxes] }),
    issuedAt: t.expose("issuedAt", { type: "DateTime" }),
    pdfUrl: t.string({
      description: "Absolute, and good for an hour.",
      resolve: (note, _args, ctx) => creditNoteUrl(ctx, note),
    }),
  }),
});

Invoice.implement({
  description: "What was charged, or is to be. Amounts in minor units.",
  fields: (t) => ({
    id: t.exposeID("id"),
    number: t.exposeString("number"),
    status: t.expose("status", { type: InvoiceStatusEnum }),
    dunningStatus: t.expose("dunningStatus", { type: DunningStatusEnum, nullable: true }),
    currencyCode: t.exposeString("currencyCode"),
    subTotal: t.exposeInt("subTotal"),
    discountsTotal: t.exposeInt("discountsTotal"),
    taxTotal: t.exposeInt("taxTotal"),
    taxName: t.string({ resolve: ({ taxes }) => taxNames(taxes) }),
    taxes: t.field({ type: [TaxPartType], resolve: ({ taxes }) => [...taxes] }),
    total: t.exposeInt("total"),
    creditsApplied: t.exposeInt("creditsApplied"),
    amountDue: t.int({
      description: "What is still to be paid.",
      resolve: ({ status, amountDue, amountPaid }) => (status === "voided" ? 0 : amountDue - amountPaid),
    }),
    amountPaid: t.exposeInt("amountPaid"),
    amountRefunded: t.exposeInt("amountRefunded"),
    issuedAt: t.expose("issuedAt", { type: "DateTime" }),
    paidAt: t.expose("paidAt", { type: "DateTime", nullable: true }),
    termStartsAt: t.expose("termStartsAt", { type: "DateTime" }),
    termEndsAt: t.expose("termEndsAt", { type: "DateTime" }),
    planName: t.exposeString("planName"),
    lines: t.field({ type: [InvoiceLine], resolve: ({ lines }) => [...lines] }),
    creditNotes: t.field({
      type: [CreditNote],
      description: "What took it back, oldest first. An issued invoice itself never changes.",
      resolve: async ({ id }, _args, ctx) => (await creditNoteLoader(ctx).load(id)) ?? [],
    }),
    pdfUrl: t.string({
      description: "Absolute, and good for an hour.",
      resolve: (invoice, _args, ctx) => receiptUrl(ctx, invoice, "pdf"),
    }),
    jsonUrl: t.string({
      description: "Absolute, and good for an hour.",
      resolve: (invoice, _args, ctx) => receiptUrl(ctx, invoice, "json"),
    }),
  }),
});
const InvoicePageType = builder.objectRef<InvoicePage>("InvoicePage").implement({
  fields: (t) => ({
    items: t.field({ type: [Invoice], resolve: ({ items }) => [...items] }),
    total: t.exposeInt("total"),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

builder.mutationField("invoiceRefund", (t) =>
  t.field({
    type: Invoice,
    description:
      "Pays an invoice back, wholly or in part. For finance, and for support up to the studio’s limit: REFUND_LIMIT. The same key is the same refund. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      id: t.arg.id({ required: true }),
      amountInCents: t.arg.int({ required: true }),
      reason: t.arg.string({ required: true }),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: (_root, { id, amountInCents, reason, idempotencyKey }, ctx) =>
      refundInvoice(ctx, { invoiceId: id, amount: amountInCents, reason, idempotencyKey }),
  }),
);
builder.queryFields((t) => ({
  invoices: t.field({
    type: InvoicePageType,
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx, info) =>
      invoicePage(ctx, {
        first: pagination?.first ?? null,
        after: pagination?.after ?? null,
        wantsTotal: selectedPaths(info).has("total"),
      }),
  }),
  invoice: t.field({
    type: Invoice,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => ownInvoice(ctx, id),
  }),
}));
