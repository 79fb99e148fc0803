import { randomUUID } from "node:crypto";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { billingNow } from "../clock.ts";
import { InProgress, PaymentUnknown, ProviderUnavailable } from "../errors.ts";
import type { Cause } from "../subscriptions/state.ts";
import { chargedAmount } from "./charged-amount.ts";
import { countRefusal } from "./decline-limits.ts";
import type { ChargeOrder, Gateway, PaymentResult, SubscriptionProvider } from "../ports.ts";
import { settle } from "./settlement.ts";
import type { SettledResult } from "./returns.ts";
import type { Settled } from "./settlement.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { forgetCustomers } from "../accounts/customers.ts";
import { postponeUnresolved } from "./store-open.ts";
import type { UnresolvedPayment } from "./store-open.ts";
import { waiveInvoice } from "../invoices/store.ts";
import { findPayment, insertPayment, listOpenPayments, waivePayment } from "./store.ts";
import type { PaymentPurpose, PaymentRow } from "./store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/** How long every provider surely remembers an idempotency key, in hours. */
const keyHours = 20;

/** How long a request may wait for the provider's answer, in milliseconds. */
const answerMs = 15_000;

/** The path to which the person returns after 3-D Secure or an external confirmation. */
const returnPaths: Readonly<Record<PaymentPurpose, string>> = {
  checkout: paths.checkout(),
  renewal: paths.subscription(),
  change: paths.subscription(),
  resume: paths.subscription(),
  method: paths.subscription(),
  gift_card: paths.giftCards(),
};

/** Records a payment before the charge. The payment's id is the idempotency key at the gateway. */
export async function openPayment(
  tx: Tx,
  found: Pick<SubscriptionRow, "id" | "accountId" | "provider" | "currencyCode">,
  order: {
    purpose: PaymentPurpose;
    invoice: Pick<InvoiceRow, "id" | "amountDue"> | null;
    paymentMethodId: string | null;
    /** Whether the person is present to confirm with their bank. */
    isOnSession: boolean;
    now: Date;
  },
): Promise<PaymentRow> {
  const amount = order.invoice?.amountDue ?? 0;
  return insertPayment(tx.db, {
    id: randomUUID(),
    invoiceId: order.invoice?.id ?? null,
    subscriptionId: found.id,
    accountId: found.accountId,
    provider: found.provider,
    kind: amount > 0 ? "charge" : "setup",
    purpose: order.purpose,
    paymentMethodId: order.paymentMethodId,
    amount,
    currencyCode: found.currencyCode,
    isOnSession: order.isOnSession,
    now: order.now,
  });
}

/**
 * Charges a recorded payment at the gateway and settles the result. Idempotent: the gateway knows the key,
 * and a payment is settled once.
 * @param of the recorded payment, or its id
 * @param now the billing time, if already read
 * @throws PaymentUnknown without an answer; the payment stays open and is asked again. NotFound if the account
 * was deleted
 */
export async function runPayment(
  ctx: Ctx,
  of: PaymentRow | string,
  { cause, now }: { cause: Cause; now?: Date },
): Promise<Settled> {
  const recorded = typeof of === "string" ? await findPayment(ctx.db, of) : of;
  if (!recorded) throw new Error("The payment does not exist");
  const payment = await withoutSmallAmount(ctx, recorded);
  const result = await askForPayment(ctx, payment);
  if (result.kind === "unknown" && result.ref === null) throw new PaymentUnknown(result.cause);
  const settled = await settle(ctx, payment, result, cause, now);
  if (!settled) throw new NotFound("subscription");
  if (settled.refusal) await countRefusal(ctx);
  return settled;
}

/** Waives an amount that is too small to charge. Recorded before the provider is asked, like every payment. */
async function withoutSmallAmount(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  const { amount, invoiceId, status, providerRef } = payment;
  if (amount === 0 || status !== "started" || providerRef !== null || !invoiceId) return payment;
  if (chargedAmount(ctx, payment, amount) > 0) return payment;
  await ctx.transact(async (tx) => {
    await waivePayment(tx.db, payment.id);
    await waiveInvoice(tx.db, invoiceId);
  });
  return { ...payment, amount: 0, kind: "setup" };
}

/** Charges a recorded payment, or asks what became of it. Idempotent by the payment's id. */
export async function askForPayment(ctx: Ctx, payment: PaymentRow): Promise<PaymentResult> {
  // A renewal covered by credit moves no money, and its payment method is already stored.
  if (payment.amount === 0 && payment.purpose !== "checkout" && payment.purpose !== "method")
    return { kind: "succeeded", ref: `none ${payment.id}`, methodRef: payment.source ?? "" };
  // The card was removed: treated as declined.
  if (!payment.source) return { kind: "declined", ref: null, code: "CARD_EXPIRED", isRetryable: false };
  return ask(ctx, payment.provider, async (gateway) => {
    // Providers replay the first answer of a key, so one that works on a payment is asked by reference.
    if (payment.providerRef) return gateway.retrievePayment(ctx, payment.providerRef);
    // Providers forget keys after a day, so an older payment is looked up first.
    const age = ctx.clock.now().getTime() - payment.createdAt.getTime();
    // A payment dated in the future comes from the test clock, which may have been moved since.
    const isOld = age < 0 || age > keyHours * 3_600_000;
    const before = isOld ? await gateway.find(ctx, { key: payment.id, accountId: payment.accountId }) : null;
    return before ?? gateway.charge(ctx, orderOf(ctx, payment, payment.source!));
  });
}

const orderOf = (ctx: Ctx, payment: PaymentRow, source: string): ChargeOrder => ({
  key: payment.id,
  accountId: payment.accountId,
  customer: payment.customer,
  source,
  type: payment.type ?? "card",
  amount: payment.amount,
  currencyCode: payment.currencyCode,
  description: describe(ctx, payment),
  isPersonPresent: payment.isOnSession,
  returnUrl: `${ctx.publicUrl}${returnPaths[payment.purpose]}`,
});

/** What the provider calls the payment. */
function describe({ studio }: Ctx, { amount, purpose }: PaymentRow): string {
  if (purpose === "gift_card") return `${studio.name} gift card`;
  return amount > 0 ? `${studio.name} subscription` : `Keep this for your ${studio.name} subscription`;
}

/** Asks a gateway about a payment. A fault on the way is an unknown result. */
async function ask(
  ctx: Ctx,
  provider: SubscriptionProvider,
  question: (gateway: Gateway) => Promise<PaymentResult>,
): Promise<PaymentResult> {
  try {
    return await question(ctx.ports.gateways.of(provider));
  } catch (error) {
    return { kind: "unknown", ref: null, cause: error };
  }
}

/**
 * Asks the provider for the status of a payment that waits for the person, and settles the result.
 * @param token what the person's confirmation made in the page; null if the provider knows it already
 * @returns null if there is nothing to ask about, or the account was deleted
 * @throws PaymentUnknown
 */
export async function syncPayment(
  ctx: Ctx,
  payment: PaymentRow,
  cause: Cause,
  token: string | null = null,
): Promise<Settled | null> {
  const { providerRef, source } = payment;
  if (!providerRef) return null;
  const result = await ask(ctx, payment.provider, (gateway) =>
    token && source && gateway.confirm
      ? gateway.confirm(ctx, orderOf(ctx, payment, source), token)
      : gateway.retrievePayment(ctx, providerRef, { isPersonPresent: cause.startsWith("person:") }),
  );
  if (result.kind === "unknown" && result.ref === null) throw new PaymentUnknown(result.cause);
  return settle(ctx, payment, result, cause);
}

/**
 * Ends a payment without a final result, unless it succeeded in the meantime. Never waits for the provider: if it
 * doesn't answer, the payment fails here, and a sweep asks on and pays back what was taken.
 */
export async function cancelPayment(ctx: Ctx, payment: PaymentRow, cause: Cause): Promise<Settled> {
  const settled = await settle(ctx, payment, await abandonedResultOf(ctx, payment), cause);
  if (!settled) throw new NotFound("subscription");
  return settled;
}

/** How long a request may travel to the provider at most, in milliseconds. */
const arrivalMs = 60 * 60_000;

/** What a payment is once no one waits for it any more. */
export async function abandonedResultOf(ctx: Ctx, payment: PaymentRow): Promise<SettledResult> {
  const { providerRef } = payment;
  const canceled = {
    kind: "declined",
    ref: providerRef,
    code: "PAYMENT_ACTION_REQUIRED",
    isRetryable: true,
  } as const;
  const age = (await billingNow(ctx)).getTime() - payment.createdAt.getTime();
  const result = await ask(ctx, payment.provider, async (gateway) => {
    if (providerRef) return gateway.cancelPayment(ctx, providerRef);
    const found = await gateway.find(ctx, { key: payment.id, accountId: payment.accountId });
    // A request of the last minutes may still be on its way to the provider.
    return found ?? (age < arrivalMs ? { kind: "unknown", ref: null } : canceled);
  });
  if (result.kind === "succeeded") return result;
  if (result.kind === "unknown" || result.kind === "action_required")
    return { kind: "given_up", ref: result.ref };
  return result.kind === "refused" ? result : canceled;
}

/** The longest wait between two questions about a payment that was given up, in milliseconds. */
const maxWaitMs = 24 * 3_600_000;

/** Asks about a payment that was given up. What the provider took is paid back; without an answer it is asked later. */
export async function resolvePayment(
  ctx: Ctx,
  { paymentId, attempts, reason }: UnresolvedPayment,
  now: Date,
): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId);
  if (!payment) throw new Error("The payment does not exist");
  const result = await abandonedResultOf(ctx, payment);
  if (result.kind !== "given_up") {
    await settle(ctx, payment, result, "clock", now);
    // A deleted account's customers were needed to ask for the payment.
    if (reason === "account_deleted") await forgetCustomers(ctx, payment.accountId);
    return;
  }
  const waitMs = Math.min(maxWaitMs, 10 * 60_000 * 2 ** Math.min(attempts, 10));
  await ctx.transact((tx) => postponeUnresolved(tx.db, paymentId, new Date(now.getTime() + waitMs)));
}

/**
 * Ensures that no payment is in progress: cancels one that waits for the person.
 * @throws InProgress
 */
export async function clearOpen(ctx: Ctx, found: SubscriptionRow): Promise<void> {
  for (const payment of await listOpenPayments(ctx.db, found.id)) {
    await finishOrCancel(ctx, payment, `person:${found.accountId}`);
  }
}

/**
 * Ends an open payment before another one begins: asks once more for its result, or cancels it if it waits for the
 * person.
 * @throws InProgress while the provider doesn't say
 */
export async function finishOrCancel(ctx: Ctx, payment: PaymentRow, cause: Cause): Promise<void> {
  if (payment.status === "action_required") return void (await cancelPayment(ctx, payment, cause));
  const age = (await billingNow(ctx)).getTime() - payment.createdAt.getTime();
  // Another request is asking the provider right now.
  if (age < answerMs) throw new InProgress();
  try {
    await runPayment(ctx, payment, { cause });
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new InProgress();
    throw error;
  }
}
