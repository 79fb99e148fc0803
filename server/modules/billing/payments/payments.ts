import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { DomainError, RateLimited } from "../../../platform/errors.ts";
import { billingNow } from "../clock.ts";
import { InProgress, PaymentRefused, ProviderUnavailable } from "../errors.ts";
import type { Cause } from "../subscriptions/state.ts";
import type { Gateway, PaymentResult } from "../ports.ts";
import { settle } from "./settlement.ts";
import type { Settled } from "./settlement.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { countRefusals, findPayment, insertPayment, listOpenPayments } from "./store.ts";
import type { PaymentPurpose, PaymentRow } from "./store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/** How long every provider surely remembers an idempotency key, in hours. */
const keyHours = 20;

/** The maximum number of declined payments per account within the window. */
const maxRefusals = 20;
const refusalWindowSeconds = 3600;

/** The path to which the person returns after 3-D Secure or an external confirmation. */
const returnPaths: Readonly<Record<PaymentPurpose, string>> = {
  checkout: "/checkout",
  renewal: "/account/subscription",
  change: "/account/subscription",
  resume: "/account/subscription",
  method: "/account/subscription",
};

/**
 * Limits declined payments per account against card testing.
 * @throws RateLimited
 */
export async function limitRefusals(ctx: Ctx, accountId: string): Promise<void> {
  const since = new Date((await billingNow(ctx)).getTime() - refusalWindowSeconds * 1000);
  if ((await countRefusals(ctx.db, accountId, since)) >= maxRefusals)
    throw new RateLimited(refusalWindowSeconds);
}

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
 * @throws ProviderUnavailable if the result is unknown; the payment stays open and is retried
 */
export async function runPayment(
  ctx: Ctx,
  of: PaymentRow | string,
  { cause, now }: { cause: Cause; now?: Date },
): Promise<Settled> {
  const payment = typeof of === "string" ? await findPayment(ctx.db, of) : of;
  if (!payment) throw new Error("The payment does not exist");
  return settle(ctx, payment, await paymentResultOf(ctx, payment), cause, now);
}

async function paymentResultOf(ctx: Ctx, payment: PaymentRow): Promise<PaymentResult> {
  // A renewal covered by credit moves no money, and its payment method is already stored.
  if (payment.amount === 0 && payment.purpose !== "checkout" && payment.purpose !== "method")
    return { kind: "succeeded", ref: `none ${payment.id}`, methodRef: payment.source ?? "" };
  // The card was removed: treated as declined.
  if (!payment.source) return { kind: "failed", ref: null, code: "CARD_EXPIRED" };
  return ask(ctx.ports.gateways.of(payment.provider), async (gateway) => {
    // Providers forget keys after a day, so an older payment is looked up first.
    const age = ctx.clock.now().getTime() - payment.createdAt.getTime();
    // A payment dated in the future comes from the test clock, which may have been moved since.
    const isOld = age < 0 || age > keyHours * 3_600_000;
    const before = isOld ? await gateway.find(ctx, payment.id) : null;
    if (before) return before;
    return gateway.collect(ctx, {
      key: payment.id,
      accountId: payment.accountId,
      source: payment.source!,
      type: payment.type ?? "card",
      amount: payment.amount,
      currencyCode: payment.currencyCode,
      description:
        payment.amount > 0 ? "Eightcount subscription" : "Keep this for your Eightcount subscription",
      isPersonPresent: payment.isOnSession,
      returnUrl: `${ctx.publicUrl}${returnPaths[payment.purpose]}`,
    });
  });
}

/** Calls a gateway. An unexpected error becomes PROVIDER_UNAVAILABLE; a decline is a payment result. */
async function ask(
  gateway: Gateway,
  question: (gateway: Gateway) => Promise<PaymentResult>,
): Promise<PaymentResult> {
  try {
    return await question(gateway);
  } catch (error) {
    if (error instanceof PaymentRefused)
      return { kind: "failed", ref: null, code: error.code as "CARD_DECLINED" };
    if (error instanceof DomainError) throw error;
    throw new ProviderUnavailable(error);
  }
}

/** Asks the provider for the status of a payment that waits for the person, and settles the result. */
export async function syncPayment(ctx: Ctx, payment: PaymentRow, cause: Cause): Promise<Settled | null> {
  if (!payment.providerRef) return null;
  const outcome = await ask(ctx.ports.gateways.of(payment.provider), (gateway) =>
    gateway.look(ctx, payment.providerRef!),
  );
  return settle(ctx, payment, outcome, cause);
}

/** Cancels a payment that waits for the person, unless it succeeded in the meantime. */
export async function cancelPayment(ctx: Ctx, payment: PaymentRow, cause: Cause): Promise<Settled> {
  const gateway = ctx.ports.gateways.of(payment.provider);
  const outcome = payment.providerRef
    ? await ask(gateway, () => gateway.abandon(ctx, payment.providerRef!))
    : { kind: "failed" as const, ref: null, code: "PAYMENT_ACTION_REQUIRED" as const };
  return settle(
    ctx,
    payment,
    outcome.kind === "succeeded"
      ? outcome
      : { kind: "failed", ref: outcome.ref, code: "PAYMENT_ACTION_REQUIRED" },
    cause,
  );
}

/**
 * Ensures that no payment is in progress: cancels one that waits for the person.
 * @throws InProgress
 */
export async function clearOpen(ctx: Ctx, found: SubscriptionRow): Promise<void> {
  for (const payment of await listOpenPayments(ctx.db, found.id)) {
    if (payment.status === "started") throw new InProgress();
    await cancelPayment(ctx, payment, `person:${found.accountId}`);
  }
}
