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

/** How long a key surely stands for its payment at every provider. */
const keyHours = 20;

/** Refusals of one account within the window, after which no further card is tried. */
const maxRefusals = 20;
const refusalWindowSeconds = 3600;

/** Where the person comes back to after confirming elsewhere. */
const returnPaths: Readonly<Record<PaymentPurpose, string>> = {
  checkout: "/checkout",
  renewal: "/account/subscription",
  change: "/account/subscription",
  resume: "/account/subscription",
  method: "/account/subscription",
};

/** Whoever tries cards out, one after another, is told to come back later. @throws RateLimited */
export async function limitRefusals(ctx: Ctx, accountId: string): Promise<void> {
  const since = new Date((await billingNow(ctx)).getTime() - refusalWindowSeconds * 1000);
  if ((await countRefusals(ctx.db, accountId, since)) >= maxRefusals)
    throw new RateLimited(refusalWindowSeconds);
}

/** Writes down that money is about to move, before it does. The payment's id is its key at the gateway. */
export async function openPayment(
  tx: Tx,
  found: Pick<SubscriptionRow, "id" | "accountId" | "provider" | "currencyCode">,
  order: {
    purpose: PaymentPurpose;
    invoice: Pick<InvoiceRow, "id" | "amountDue"> | null;
    paymentMethodId: string | null;
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
    now: order.now,
  });
}

/**
 * Asks the gateway for a payment that was opened and writes down what came of it. Harmless when run twice, by anybody: the gateway knows
 * the key, and the ledger settles once.
 * @param of the payment as it was written down, or its id
 * @param now billing's moment, where it was just asked for
 * @throws ProviderUnavailable when the outcome isn't known: the payment stays open and is asked for again
 */
export async function runPayment(
  ctx: Ctx,
  of: PaymentRow | string,
  { cause, isPersonPresent, now }: { cause: Cause; isPersonPresent: boolean; now?: Date },
): Promise<Settled> {
  const payment = typeof of === "string" ? await findPayment(ctx.db, of) : of;
  if (!payment) throw new Error("There is no such payment");
  return settle(ctx, payment, await paymentResultOf(ctx, payment, isPersonPresent), cause, now);
}

async function paymentResultOf(
  ctx: Ctx,
  payment: PaymentRow,
  isPersonPresent: boolean,
): Promise<PaymentResult> {
  // A renewal that credit covers moves no money, and the method was kept long ago.
  if (payment.amount === 0 && payment.purpose !== "checkout" && payment.purpose !== "method")
    return { kind: "succeeded", ref: `none ${payment.id}`, methodRef: payment.source ?? "" };
  // The card was removed: as if it had been refused.
  if (!payment.source) return { kind: "failed", ref: null, code: "CARD_EXPIRED" };
  return ask(ctx.ports.gateways.of(payment.provider), async (gateway) => {
    // Providers forget keys after a day: what was asked for then is looked for first.
    const age = ctx.clock.now().getTime() - payment.createdAt.getTime();
    // A payment of the future is one of the test clock's, which may have been moved since.
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
      isPersonPresent,
      returnUrl: `${ctx.publicUrl}${returnPaths[payment.purpose]}`,
    });
  });
}

/** Asks a gateway; what it can't say is PROVIDER_UNAVAILABLE, and what it refuses is an outcome. */
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

/** Asks how a payment that waits for the person stands now, and writes that down. */
export async function syncPayment(ctx: Ctx, payment: PaymentRow, cause: Cause): Promise<Settled | null> {
  if (!payment.providerRef) return null;
  const outcome = await ask(ctx.ports.gateways.of(payment.provider), (gateway) =>
    gateway.look(ctx, payment.providerRef!),
  );
  return settle(ctx, payment, outcome, cause);
}

/** Ends what waits for the person, unless it succeeded meanwhile. */
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

/** Refuses to begin a payment beside one that is under way; one that waits for the person is given up. @throws InProgress */
export async function clearOpen(ctx: Ctx, found: SubscriptionRow): Promise<void> {
  for (const payment of await listOpenPayments(ctx.db, found.id)) {
    if (payment.status === "started") throw new InProgress();
    await cancelPayment(ctx, payment, `person:${found.accountId}`);
  }
}
