import type { Ctx, Tx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { findCredit, insertCredit, lockAccount, sumCreditsOf } from "../accounts/store.ts";
import { billingNow } from "../clock.ts";
import { mailWithdrawn } from "../emails/send.ts";
import { IllegalTransition } from "../errors.ts";
import { cancelInvoice, creditInvoice } from "../invoices/credit-notes.ts";
import { findOpenInvoice, listInvoicesOfSubscription, refundable } from "../invoices/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { clearOpen } from "../payments/payments.ts";
import { refundLater, withdrawalReason } from "../payments/refunds.ts";
import { findSucceededPayment } from "../payments/store.ts";
import { billedRegionOf } from "../buyers/parties.ts";
import { billingRegionOf } from "../plans/regions.ts";
import { addDays } from "../rules/calendar.ts";
import { unusedValue } from "../rules/proration.ts";
import { isLive } from "../rules/states.ts";
import { withTax } from "../rules/tax.ts";
import { withdrawalReturn } from "../rules/withdrawal.ts";
import type { WithdrawalReturn } from "../rules/withdrawal.ts";
import { transition } from "./state.ts";
import { lockSubscription } from "./store.ts";
import type { SubscriptionRow } from "./store.ts";
import { ownSubscription } from "./subscriptions.ts";

/** Withdrawal period in the EU, in days. */
const withdrawalDays = 14;

/**
 * The end of the withdrawal period; null if withdrawal is not possible.
 * @param receivedAt when the person withdrew, if not now
 */
export async function withdrawableUntil(
  ctx: Ctx,
  found: SubscriptionRow,
  receivedAt?: Date,
): Promise<Date | null> {
  if (!isLive(found.status) || found.status === "pending" || found.isComplimentary) return null;
  // The contract is with the store or the provider.
  if (found.owner !== "ledger") return null;
  const until = addDays(found.agreedAt ?? found.createdAt, withdrawalDays);
  const now = receivedAt ?? (await billingNow(ctx));
  return until > now && (await billingRegionOf(ctx, found, now)).canWithdraw ? until : null;
}

/** What withdrawing now would give back; null if it is not possible. */
export async function withdrawalOf(ctx: Ctx, found: SubscriptionRow): Promise<WithdrawalReturn | null> {
  if (!(await withdrawableUntil(ctx, found))) return null;
  return (await settlementOf(ctx, found, await billingNow(ctx))).returned;
}

/** Whether an invoice is of the latest contract, or of an earlier pass that could still be withdrawn from. */
const isWithdrawable = ({ agreedAt }: SubscriptionRow, { paidAt }: InvoiceRow, at: Date): boolean =>
  !agreedAt || !paidAt || paidAt >= agreedAt || addDays(paidAt, withdrawalDays) > at;

/**
 * The money that can go back, by invoice, and what goes back of it.
 * @param at when the person withdrew: until then the used time is theirs to pay
 */
async function settlementOf(
  ctx: Pick<Ctx, "db" | "config" | "studio">,
  found: SubscriptionRow,
  at: Date,
): Promise<{ returned: WithdrawalReturn; invoices: InvoiceRow[] }> {
  const all = await listInvoicesOfSubscription(ctx.db, found.id);
  const invoices = all.filter(({ status }) => status === "paid");
  const sum = (of: (invoice: InvoiceRow) => number) =>
    invoices.reduce((total, invoice) => total + of(invoice), 0);
  const { termStartsAt, termEndsAt, termValue } = found;
  const isRunning = found.status !== "paused" && termStartsAt !== null && termEndsAt !== null;
  const term = isRunning ? { startsAt: termStartsAt, endsAt: termEndsAt } : null;
  const [billingRegion, credits, balance] = [
    (await billedRegionOf(ctx, found, at)).billingRegion,
    await sumCreditsOf(ctx.db, found.id),
    await findCredit(ctx.db, found.accountId, found.currencyCode),
  ];
  const returned = withdrawalReturn({
    paid: sum(refundable),
    withdrawable: sum((invoice) => (isWithdrawable(found, invoice, at) ? refundable(invoice) : 0)),
    creditsUsed: sum(({ creditsApplied }) => creditsApplied),
    creditsGiven: credits.given,
    gifts: credits.gifts,
    balance,
    unused: term ? withTax(unusedValue(termValue, term, at), billingRegion.tax) : 0,
    hasConsent: found.consentedAt !== null,
  });
  return { returned, invoices };
}

/**
 * Withdraws from the contract within the legal period: ends the subscription at once and gives back what was
 * paid, less the used time if the person asked for an immediate start.
 */
export async function withdraw(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  return withdrawFrom(ctx, await ownSubscription(ctx, id));
}

/**
 * Withdraws for the payer of a subscription, who need not be signed in.
 * @param receivedAt when the person withdrew, if not now
 */
export async function withdrawFrom(
  ctx: Ctx,
  own: SubscriptionRow,
  receivedAt?: Date,
): Promise<SubscriptionRow> {
  const { id } = own;
  if (!(await withdrawableUntil(ctx, own, receivedAt))) throw new IllegalTransition(own.status, "withdraw");
  await clearOpen(ctx, own);
  return ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, id);
    if (!found) throw new NotFound("subscription");
    await lockAccount(tx.db, found.accountId);
    const now = await billingNow(tx);
    const open = await findOpenInvoice(tx.db, id);
    if (open) await cancelInvoice(tx, { id: open.id, now });
    const { returned, invoices } = await settlementOf(tx, found, receivedAt ?? now);
    const ended = await transition(tx, found, {
      trigger: "cancel_now",
      cause: `person:${found.accountId}`,
      now,
      changes: {
        accessEndsAt: now,
        canceledAt: now,
        termValue: 0,
        ...(open ? { dunningStatus: "stopped" as const } : {}),
      },
    });
    const creditNoteIds = await giveBackNewest(
      tx,
      invoices,
      { money: returned.money, credit: returned.credit - returned.ofEarlierPass },
      now,
    );
    await insertCredit(tx.db, {
      accountId: found.accountId,
      currencyCode: found.currencyCode,
      amount: returned.credit,
      reason: "withdrawn",
      source: `withdrawal ${id}`,
      subscriptionId: null,
      now,
    });
    await mailWithdrawn(tx, ended, { ...returned, at: now, creditNoteIds });
    return ended;
  });
}

/**
 * Refunds money, and credits what credit paid, from the newest invoice on.
 * @returns the ids of the credit notes
 */
async function giveBackNewest(
  tx: Tx,
  invoices: readonly InvoiceRow[],
  returned: Pick<WithdrawalReturn, "money" | "credit">,
  now: Date,
): Promise<string[]> {
  const notes: (string | null)[] = [];
  let money = returned.money;
  let credit = Math.max(0, returned.credit);
  const newest = [...invoices].sort((one, other) => other.issuedAt.getTime() - one.issuedAt.getTime());
  for (const invoice of newest) {
    const amount = Math.min(money, refundable(invoice));
    const credited = Math.min(credit, invoice.creditsApplied);
    const payment = amount > 0 ? await findSucceededPayment(tx.db, invoice.id) : null;
    credit -= credited;
    if (payment) {
      money -= amount;
      const refund = { payment, invoiceId: invoice.id, amount, credited, reason: withdrawalReason, now };
      notes.push(await refundLater(tx, refund));
    } else if (credited > 0)
      notes.push(await creditInvoice(tx, { invoiceId: invoice.id, reason: "withdrawal", credited, now }));
  }
  return notes.filter((id) => id !== null);
}
