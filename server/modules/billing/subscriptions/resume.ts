import type { Ctx, Tx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { billingNow } from "../clock.ts";
import { checkAmount, IllegalTransition, InProgress, PaymentRefused, PriceNotAccepted } from "../errors.ts";
import { addUp, issueInvoice } from "../invoices/invoices.ts";
import { resumeOwned } from "../owned/acts.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { limitRefusals } from "../payments/decline-limits.ts";
import { clearOpen, openPayment, runPayment } from "../payments/payments.ts";
import { listOpenPayments } from "../payments/store.ts";
import type { PaymentRow } from "../payments/store.ts";
import { priceAt } from "../price-changes/term-price.ts";
import { periodsAfter } from "../rules/calendar.ts";
import type { Cause } from "./state.ts";
import { lockSubscription } from "./store.ts";
import type { SubscriptionRow } from "./store.ts";
import { ownSubscription } from "./subscriptions.ts";

const resumeCharges = (found: SubscriptionRow, amount: number) => [
  { kind: "plan" as const, description: found.planName, amount },
];

/** What resuming now would charge, in minor units; null unless paused, and while a new price must be accepted first. */
export async function resumeAmount(ctx: Ctx, found: SubscriptionRow): Promise<number | null> {
  // What resuming costs is known to the provider alone.
  if (found.owner === "provider") return null;
  if (found.status !== "paused") return null;
  const now = await billingNow(ctx);
  const { amount, unaccepted } = await priceAt(ctx, found, now);
  if (unaccepted) return null;
  const order = { charges: resumeCharges(found, amount), planId: found.planId, now };
  return chargedAmount(ctx, found, (await addUp(ctx, found, order)).totals.amountDue);
}

/**
 * Resumes a paused subscription: charges now and begins a new term.
 * @param shown the amount that the person agreed to, in minor units; null for clients that don't send it
 * @throws AmountMismatch, PaymentRefused, PriceNotAccepted
 */
export async function resumeSubscription(
  ctx: Ctx,
  id: string,
  shown: number | null,
): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  if (own.owner === "provider") return resumeOwned(ctx, own);
  return resumeNow(ctx, own, { shown, cause: `person:${own.accountId}`, isOnSession: true });
}

/** How a paused subscription is resumed. */
interface ResumeOrder {
  /** The amount that was shown, in minor units; null for clients that don't send it. */
  readonly shown: number | null;
  readonly cause: Cause;
  /** Whether the person is present to confirm with their bank. */
  readonly isOnSession: boolean;
}

/**
 * Resumes a subscription of the ledger.
 * @throws AmountMismatch, IllegalTransition, InProgress, PaymentRefused, PriceNotAccepted
 */
export async function resumeNow(
  ctx: Ctx,
  own: SubscriptionRow,
  order: ResumeOrder,
): Promise<SubscriptionRow> {
  if (own.status !== "paused") throw new IllegalTransition(own.status, "resume");
  await clearOpen(ctx, own);
  const payment = await ctx.transact((tx) => openResume(ctx, tx, own.id, order));
  const { subscription, refusal } = await runPayment(ctx, payment, { cause: order.cause });
  if (refusal) throw new PaymentRefused(refusal);
  return subscription;
}

/** Issues the invoice of a term that begins now, and records its payment. */
async function openResume(
  ctx: Ctx,
  tx: Tx,
  id: string,
  { shown, isOnSession }: ResumeOrder,
): Promise<PaymentRow> {
  const found = await lockSubscription(tx.db, id);
  if (!found) throw new NotFound("subscription");
  if (found.status !== "paused") throw new IllegalTransition(found.status, "resume");
  if ((await listOpenPayments(tx.db, id)).length > 0) throw new InProgress();
  const now = await billingNow(tx);
  const { amount, unaccepted } = await priceAt(tx, found, now);
  if (unaccepted) throw new PriceNotAccepted();
  const invoice = await issueInvoice(tx, found, {
    kind: "resume",
    plan: { id: found.planId, amount },
    charges: resumeCharges(found, amount),
    term: { startsAt: now, endsAt: periodsAfter(now, 1, found), anchorAt: now, number: 1 },
    isDraft: true,
    now,
  });
  checkAmount(shown, chargedAmount(ctx, found, invoice.amountDue));
  await limitRefusals(tx, found.accountId, isOnSession ? ctx.clientIp : null);
  return openPayment(tx, found, {
    purpose: "resume",
    invoice,
    paymentMethodId: found.paymentMethodId,
    isOnSession,
    now,
  });
}
