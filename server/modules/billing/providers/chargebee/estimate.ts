import type { Estimate, InvoiceEstimate } from "chargebee";
import { ProviderUnavailable } from "../../errors.ts";
import type { OwnedEstimate } from "../../owner-ports.ts";
import { dateOf } from "./held.ts";

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** The lines of an invoice: they add up to its total. */
function linesOf(invoice: InvoiceEstimate): OwnedEstimate["lines"] {
  const isOnTop = invoice.price_type === "tax_exclusive";
  return [
    ...(invoice.line_items ?? []).map(({ amount = 0, description }) => ({
      kind: amount < 0 ? ("unused_time" as const) : ("plan" as const),
      description,
      amount,
    })),
    ...(invoice.discounts ?? []).map(({ amount, entity_id: id }) => ({
      kind: "discount" as const,
      description: id ?? "",
      amount: -amount,
    })),
    ...(isOnTop ? (invoice.taxes ?? []) : []).map(({ name, amount }) => ({
      kind: "tax" as const,
      description: name,
      amount,
    })),
  ];
}

/**
 * What an estimate says. In a trial the first invoice is the next one.
 * @throws ProviderUnavailable if it has no invoice
 */
export function estimateOf(
  { invoice_estimate: now, next_invoice_estimate: next, subscription_estimate: subscription }: Estimate,
  given: { readonly trialEndsAt: Date | null; readonly now: Date },
): OwnedEstimate {
  const invoice = now ?? next;
  if (!invoice) throw new ProviderUnavailable();
  const nextBillingAt = dateOf(subscription?.next_billing_at);
  const rates = new Map(
    (invoice.line_item_taxes ?? []).map(({ tax_name: name, tax_rate: rate }) => [name, rate]),
  );
  const taxes = (invoice.taxes ?? []).map(({ name, amount }) => ({
    name,
    amount,
    milliPercent: Math.round((rates.get(name) ?? 0) * 1000),
  }));
  return {
    currencyCode: invoice.currency_code,
    amountDue: now?.amount_due ?? 0,
    subTotal: sum((invoice.line_items ?? []).map(({ amount = 0 }) => amount)),
    discountsTotal: sum((invoice.discounts ?? []).map(({ amount }) => amount)),
    taxTotal: sum(taxes.map(({ amount }) => amount)),
    taxes,
    total: invoice.total ?? 0,
    creditsApplied: invoice.credits_applied ?? 0,
    lines: linesOf(invoice),
    dueAt: now ? given.now : (given.trialEndsAt ?? nextBillingAt ?? given.now),
    nextBillingAt,
    renewalTotal: (next ?? invoice).total ?? 0,
  };
}
