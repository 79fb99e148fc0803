import type { Ctx, Tx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { billingNow } from "../clock.ts";
import { checkAmount, IllegalTransition, InProgress, PaymentRefused } from "../errors.ts";
import { addUp, issueInvoice } from "../invoices/invoices.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { limitRefusals } from "../payments/decline-limits.ts";
import { clearOpen, openPayment, runPayment } from "../payments/payments.ts";
import { listOpenPayments } from "../payments/store.ts";
import type { PaymentRow } from "../payments/store.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { isOwing } from "../rules/dunning.ts";
import { lockSubscription } from "./store.ts";
import type { SubscriptionRow } from "./store.ts";
import { ownSubscription } from "./subscriptions.ts";

const chargesOf = (found: SubscriptionRow) => [
  { kind: "plan" as const, description: found.planName, amount: found.priceAmount },
];

/** What ending the trial and paying now would charge, in minor units; null outside a trial. */
export async function startNowAmount(ctx: Ctx, found: SubscriptionRow): Promise<number | null> {
  if (found.status !== "in_trial" || !found.paymentMethodId) return null;
  const order = { charges: chargesOf(found), planId: found.planId, now: await billingNow(ctx) };
  return chargedAmount(ctx, found, (await addUp(ctx, found, order)).totals.amountDue);
}

/**
 * Ends the trial and begins the paid plan now. A refused payment leaves the trial as it is. Repeated once the plan is
 * paid, it changes nothing.
 * @param shown the amount that the person agreed to, in minor units
 * @throws AmountMismatch, IllegalTransition, PaymentRefused
 */
export async function startNow(ctx: Ctx, id: string, shown: number): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  if (isStarted(own)) return own;
  if (own.status !== "in_trial") throw new IllegalTransition(own.status, "start_now");
  await limitRefusals(ctx, own.accountId, ctx.clientIp);
  await clearOpen(ctx, own);
  const payment = await ctx.transact((tx) => open(ctx, tx, id, shown));
  if (!payment) return ownSubscription(ctx, id);
  const { subscription, refusal } = await runPayment(ctx, payment, { cause: `person:${own.accountId}` });
  if (refusal) throw new PaymentRefused(refusal);
  return subscription;
}

/** Whether the paid plan runs: begun by another press, or by the end of the trial. */
const isStarted = (found: SubscriptionRow): boolean => found.status === "active" && !isOwing(found);

/** Issues the first invoice with a term that begins now, and records its payment; null if the paid plan runs. */
async function open(ctx: Ctx, tx: Tx, id: string, shown: number): Promise<PaymentRow | null> {
  const found = await lockSubscription(tx.db, id);
  if (!found) throw new NotFound("subscription");
  if (isStarted(found)) return null;
  if (found.status !== "in_trial") throw new IllegalTransition(found.status, "start_now");
  if ((await listOpenPayments(tx.db, id)).length > 0) throw new InProgress();
  const now = await billingNow(tx);
  const invoice = await issueInvoice(tx, found, {
    kind: "first",
    plan: { id: found.planId, amount: found.priceAmount },
    charges: chargesOf(found),
    term: { startsAt: now, endsAt: periodsAfter(now, 1, found), anchorAt: now, number: 1 },
    isDraft: true,
    now,
  });
  checkAmount(shown, chargedAmount(ctx, found, invoice.amountDue));
  const { paymentMethodId } = found;
  return openPayment(tx, found, { purpose: "renewal", invoice, paymentMethodId, isOnSession: true, now });
}
