import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { gatewayOf } from "../checkout/checkout.ts";
import { billingNow } from "../clock.ts";
import { AmountMismatch, InProgress, PaymentRefused } from "../errors.ts";
import { ownInvoice } from "../invoices/invoices.ts";
import { findInvoice } from "../invoices/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { trialHash as trialHashOf } from "../plans/trial-marks.ts";
import { regionOf } from "../plans/regions.ts";
import type { GatewayMethod, PaymentMethodType, SubscriptionProvider } from "../ports.ts";
import type { FailureCode } from "../rules/dunning.ts";
import type { Cause } from "../subscriptions/state.ts";
import { findSubscription, lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownSubscription } from "../subscriptions/subscriptions.ts";
import { countRefusal, limitRefusals } from "./decline-limits.ts";
import { cancelPayment, clearOpen, openPayment, runPayment, syncPayment } from "./payments.ts";
import { findLatestPayment, insertMethod, listOpenPayments } from "./store.ts";
import type { PaymentRow } from "./store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

/** A token of another payment method. */
export interface MethodOrder {
  readonly provider: SubscriptionProvider;
  readonly token: string | null;
  readonly type: PaymentMethodType;
}

/** How long a refusal is reported to the person who confirmed, in milliseconds. */
const refusalShownMs = 15 * 60_000;

/** What is still to be paid on an invoice, in minor units. */
const owedOn = ({ status, amountDue, amountPaid }: InvoiceRow): number =>
  status === "posted" || status === "payment_due" ? amountDue - amountPaid : 0;

/**
 * The payment method that a token stands for.
 * @throws BadInput for a missing or unknown token, or one of another kind or provider
 */
export async function describeMethod(
  ctx: Ctx,
  own: Pick<SubscriptionRow, "provider" | "accountId">,
  order: MethodOrder,
): Promise<GatewayMethod> {
  rejectCardNumbers(order.token, "gateway.token");
  if (!order.token)
    throw new BadInput("gateway.token", inEnglish("Provide a token from the payment provider."));
  if (order.provider !== own.provider)
    throw new BadInput(
      "gateway.provider",
      msg("This subscription uses another payment provider. Use that one."),
    );
  const method = await gatewayOf(ctx, order.provider).retrieveMethod(ctx, order.token, own.accountId);
  if (method.type !== order.type)
    throw new BadInput("paymentMethodType", inEnglish("The token is for a different payment method type."));
  return method;
}

/**
 * Stores a payment method for a subscription's account. It becomes the subscription's own once a payment with it succeeds.
 * @returns its id
 */
export async function storeMethod(
  ctx: Ctx,
  tx: Tx,
  found: Pick<SubscriptionRow, "accountId" | "provider" | "countryCode">,
  method: GatewayMethod,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const { accountId, provider } = found;
  const region = regionOf(method, found.countryCode);
  const trialHash = method.fingerprint && trialHashOf(ctx, "card", method.fingerprint);
  await insertMethod(tx.db, { ...method, id, accountId, provider, region, trialHash, now });
  return id;
}

/**
 * Pays an open invoice now, with the person present to confirm. Idempotent: an invoice is paid once, and a
 * repeated call returns the confirmation that is still open.
 * @param order the amount shown, in minor units; `method` null charges the stored payment method
 * @throws AmountMismatch, BadInput if nothing is due, InProgress, NotFound, PaymentRefused, RateLimited
 */
export async function payInvoice(
  ctx: Ctx,
  id: string,
  order: { readonly amount: number; readonly method: MethodOrder | null },
): Promise<SubscriptionRow> {
  const invoice = await ownInvoice(ctx, id);
  const own = await ownSubscription(ctx, invoice.subscriptionId);
  if (invoice.status === "paid") return own;
  checkAmount(invoice, order.amount);
  await limitRefusals(ctx, own.accountId, ctx.clientIp);
  const method = order.method && (await describeMethod(ctx, own, order.method));
  const waiting = await resumeOpen(ctx, own, invoice, method !== null);
  return waiting ?? charge(ctx, own, invoice, method);
}

function checkAmount(invoice: InvoiceRow, amount: number): void {
  if (owedOn(invoice) === 0) throw new BadInput("id", msg("This invoice has no amount due."));
  if (owedOn(invoice) !== amount) throw new AmountMismatch({ amountDue: owedOn(invoice) });
}

/** The result of an earlier press for this invoice; null if it must be charged. Cancels other payments. */
async function resumeOpen(
  ctx: Ctx,
  own: SubscriptionRow,
  invoice: InvoiceRow,
  hasNewMethod: boolean,
): Promise<SubscriptionRow | null> {
  const open = (await listOpenPayments(ctx.db, own.id)).find(({ invoiceId }) => invoiceId === invoice.id);
  if (open?.status === "action_required" && !hasNewMethod) {
    const settled = await syncPayment(ctx, open, `person:${own.accountId}`);
    if (settled && !settled.refusal) return settled.subscription;
  }
  await clearOpen(ctx, own);
  return null;
}

async function charge(
  ctx: Ctx,
  own: SubscriptionRow,
  invoice: InvoiceRow,
  method: GatewayMethod | null,
): Promise<SubscriptionRow> {
  const cause: Cause = `person:${own.accountId}`;
  const payment = await ctx.transact(async (tx): Promise<PaymentRow | null> => {
    const found = await lockSubscription(tx.db, own.id);
    const same = await findInvoice(tx.db, invoice.id);
    if (!found || !same || same.status === "paid") return null;
    checkAmount(same, owedOn(invoice));
    if ((await listOpenPayments(tx.db, own.id)).length > 0) throw new InProgress();
    const now = await billingNow(tx);
    const paymentMethodId = method ? await storeMethod(ctx, tx, found, method, now) : found.paymentMethodId;
    return openPayment(tx, found, {
      purpose: "renewal",
      invoice: same,
      paymentMethodId,
      isOnSession: true,
      now,
    });
  });
  if (!payment) return (await findSubscription(ctx.db, own.id)) ?? own;
  const { subscription, refusal } = await runPayment(ctx, payment, { cause });
  if (refusal) throw new PaymentRefused(refusal);
  return subscription;
}

/**
 * A token of a card whose bank has confirmed the person, as the provider takes it.
 * @throws PaymentRefused if the bank hasn't; the payment fails, so that another press or another card can follow
 */
async function confirmationOf(
  ctx: Ctx,
  own: SubscriptionRow,
  { token, waiting }: { token: string; waiting: readonly PaymentRow[] },
): Promise<string> {
  await limitRefusals(ctx, own.accountId, ctx.clientIp);
  try {
    return (await describeMethod(ctx, own, { provider: own.provider, token, type: "card" })).ref;
  } catch (error) {
    if (error instanceof PaymentRefused)
      for (const payment of waiting) await cancelPayment(ctx, payment, `person:${own.accountId}`);
    throw error;
  }
}

/**
 * Asks the provider about payments that wait for the person, and settles them. Called after a confirmation, so
 * that a lost webhook delays no one.
 * @param token what the confirmation made in the page, for an action of type `client_confirm`
 * @throws PaymentRefused if the bank refused the payment that was just confirmed, or didn't confirm the person;
 * BadInput for an unknown token, RateLimited
 */
export async function refreshSubscription(
  ctx: Ctx,
  id: string,
  token: string | null,
): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  const waiting = (await listOpenPayments(ctx.db, id)).filter(({ status }) => status === "action_required");
  const confirmed = waiting.length > 0 && token ? await confirmationOf(ctx, own, { token, waiting }) : null;
  for (const payment of waiting) {
    const settled = await syncPayment(ctx, payment, `person:${own.accountId}`, confirmed);
    if (!settled?.refusal) continue;
    if (confirmed) await countRefusal(ctx);
    throw new PaymentRefused(settled.refusal);
  }
  // A webhook may have settled the payment before this call.
  const latest = await findLatestPayment(ctx.db, id);
  if (latest?.status === "failed" && latest.isOnSession && latest.settledAt) {
    const age = (await billingNow(ctx)).getTime() - latest.settledAt.getTime();
    if (age < refusalShownMs && latest.failureCode)
      throw new PaymentRefused(latest.failureCode as FailureCode);
  }
  return (await findSubscription(ctx.db, id)) ?? own;
}
