import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { moneyIn, msg } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { findCredit, insertCredit, lockAccount } from "../accounts/store.ts";
import { mailCreditGiven, mailPlanGiven, mailReceipt } from "../emails/send.ts";
import { IdempotencyKeyReused, IllegalTransition, PlanUnknown } from "../errors.ts";
import { findInvoice } from "../invoices/store.ts";
import { checkRefund, refundLocked } from "../payments/refunds.ts";
import { billingRegionOf } from "../plans/regions.ts";
import type { BillingRegion } from "../plans/regions.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import type { SubscriptionProvider } from "../ports.ts";
import { addDays } from "../rules/calendar.ts";
import { staffCreditReason } from "../rules/credits.ts";
import { endLocked } from "../subscriptions/changes.ts";
import { transition } from "../subscriptions/state.ts";
import type { Cause } from "../subscriptions/state.ts";
import { findLiveSubscription, findSubscription, listPrimarySubscriptions } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { insertWithoutCheckout } from "../subscriptions/without-checkout.ts";
import { changeOnce, requireBillingStaff, wasDone } from "./once.ts";
import type { StaffOrder } from "./once.ts";
import { auditedPlan, lockSeen, withoutOpenPayments } from "./plan-acts.ts";
import { refundLimitOf } from "./refund-limits.ts";
import { readReason } from "./reasons.ts";

const maxCompDays = 3_660;
/** Of a single gift, in minor units: a slip of the finger stays small. */
const maxCredit = 100_000;

/**
 * Gives account credit, which pays for later invoices. They are emailed.
 * @param order.balance the balance that staff saw, in minor units
 * @throws BadInput, ChangedMeanwhile, ConfirmationNeeded, NotFound
 */
export async function giveCredit(
  ctx: Ctx,
  order: StaffOrder & {
    /** Minor units. */
    readonly amount: number;
    readonly currencyCode: string;
    readonly balance: number;
    readonly reason: string;
  },
): Promise<void> {
  await requireBillingStaff(ctx, "managePlans", order.accountId);
  const { accountId, amount, balance } = order;
  const currencyCode = order.currencyCode.toUpperCase();
  const reason = readReason(order.reason);
  if (!/^[A-Z]{3}$/.test(currencyCode))
    throw new BadInput("currencyCode", msg("Enter a three-letter ISO 4217 currency code, such as EUR."));
  if (!Number.isInteger(amount) || amount < 1 || amount > maxCredit)
    throw new BadInput(
      "amount",
      msg("Enter an amount from {least} to {most}.", {
        least: moneyIn(currencyCode, 1),
        most: moneyIn(currencyCode, maxCredit),
      }),
    );
  await changeOnce(ctx, "managePlans", order, { amount, currencyCode, reason }, async (tx, { now }) => {
    await lockAccount(tx.db, accountId);
    const before = await findCredit(tx.db, accountId, currencyCode);
    if (before !== balance) throw new ChangedMeanwhile();
    await insertCredit(tx.db, {
      accountId,
      currencyCode,
      amount,
      reason: staffCreditReason,
      source: `staff ${order.idempotencyKey}`,
      // Not of a contract: a withdrawal doesn't take it back.
      subscriptionId: null,
      now,
    });
    await mailCreditGiven(tx, accountId, { amount, currencyCode });
    return {
      action: "billing.credit_given",
      details: { currency: currencyCode, amount, reason, before, after: before + amount },
    };
  });
}

/** Gives a plan to an account that is locked and has none. */
export async function giveLocked(
  tx: Tx,
  given: {
    readonly accountId: string;
    readonly provider: SubscriptionProvider;
    readonly plan: PlanRow;
    readonly region: BillingRegion;
    readonly until: Date;
    readonly cause: Cause;
    readonly now: Date;
  },
): Promise<SubscriptionRow> {
  const { accountId, provider, plan, region, until, cause, now } = given;
  const inserted = await insertWithoutCheckout(tx, {
    accountId,
    provider,
    plan,
    currencyCode: plan.currencyCode,
    place: region,
    origin: "complimentary",
    cause,
    now,
  });
  return transition(tx, inserted, {
    trigger: "comp",
    cause,
    now,
    changes: { termStartsAt: now, termEndsAt: until, accessEndsAt: until },
  });
}

/**
 * Gives a plan without payment until a moment, to a person who has none. It ends by itself. They are emailed.
 * @throws BadInput, ConfirmationNeeded, IllegalTransition, NotFound, PlanUnknown
 */
export async function givePlan(
  ctx: Ctx,
  order: StaffOrder & { readonly planId: string; readonly until: Date },
): Promise<void> {
  const { accountId, planId, until } = order;
  const { provider } = ctx.ports.gateways;
  await changeOnce(ctx, "givePlans", order, { planId, until }, async (tx, { now, cause }) => {
    if (until <= now || until > addDays(now, maxCompDays))
      throw new BadInput("until", msg("Choose a day in the next ten years."));
    await lockAccount(tx.db, accountId);
    const live = await findLiveSubscription(tx.db, accountId);
    if (live) throw new IllegalTransition(live.status, "subscribe");
    const [before] = await listPrimarySubscriptions(tx.db, [accountId]);
    const region = await billingRegionOf(tx, before ?? null, now);
    const plan = (await listPlans(tx.db, region, now)).find(({ id, renews }) => id === planId && renews);
    if (!plan) throw new PlanUnknown();
    const given = await giveLocked(tx, { accountId, provider, plan, region, until, cause, now });
    await mailPlanGiven(tx, given, until);
    return {
      action: "billing.plan_given",
      details: { plan: plan.name, before: null, after: auditedPlan(given) },
    };
  });
}

/**
 * Emails the receipt of a paid invoice again.
 * @throws ConfirmationNeeded, IllegalTransition unless it is paid, NotFound
 */
export async function sendReceiptForPerson(
  ctx: Ctx,
  order: StaffOrder & { readonly invoiceId: string },
): Promise<void> {
  await requireBillingStaff(ctx, "managePlans", order.accountId);
  const { accountId, invoiceId } = order;
  const invoice = isUuid(invoiceId) ? await findInvoice(ctx.db, invoiceId) : null;
  const found = invoice && (await findSubscription(ctx.db, invoice.subscriptionId));
  if (!found || invoice?.accountId !== accountId) throw new NotFound("invoice");
  if (invoice.status !== "paid") throw new IllegalTransition(invoice.status, "send_receipt");
  const { planName, planPeriod: period, planPeriodUnit: periodUnit, planRenews } = invoice;
  await changeOnce(ctx, "managePlans", order, { receiptOf: invoiceId }, async (tx) => {
    await mailReceipt(tx, { ...found, planName, period, periodUnit, planRenews }, invoice);
    return { action: "billing.receipt_sent", details: { invoice: invoice.number } };
  });
}

/**
 * Refunds an invoice of a person, and ends its plan in the same step if asked. They get one email, with the credit note.
 * @param order.refundable what could be refunded when staff decided, in minor units
 * @param order.version of the plan to end; null leaves it
 * @throws BadInput, ChangedMeanwhile, ConfirmationNeeded, IdempotencyKeyReused, IllegalTransition, InProgress, NotFound,
 * RefundLimitReached
 */
export async function refundForPerson(
  ctx: Ctx,
  order: StaffOrder & {
    readonly invoiceId: string;
    readonly amount: number;
    readonly refundable: number;
    readonly reason: string;
    readonly version: number | null;
  },
): Promise<void> {
  await requireBillingStaff(ctx, "refund", order.accountId);
  const { accountId, invoiceId, amount, idempotencyKey, refundable, version } = order;
  const reason = readReason(order.reason);
  const invoice = isUuid(invoiceId) ? await findInvoice(ctx.db, invoiceId) : null;
  if (invoice?.accountId !== accountId) throw new NotFound("invoice");
  const input = { invoiceId, amount, refundable, reason, version };
  if (await wasDone(ctx, order, input)) return;
  const { subscriptionId, currencyCode } = invoice;
  const limit = await refundLimitOf(ctx, currencyCode);
  const seen = version === null ? null : { accountId, idempotencyKey, subscriptionId, version };
  const prepare = async () => {
    // Before anything of the person is stopped.
    await checkRefund(ctx.db, invoice, { ...order, limit });
    return seen && withoutOpenPayments(ctx, seen);
  };
  let plan: Awaited<ReturnType<typeof prepare>>;
  try {
    plan = await prepare();
  } catch (error) {
    // The same act, sent twice, may have changed what this call checked.
    if (await wasDone(ctx, order, input)) return;
    throw error;
  }
  await changeOnce(ctx, "refund", order, input, async (tx, context) => {
    const end = async () =>
      endLocked(
        tx,
        await lockSeen(tx, plan!),
        { atPeriodEnd: false, reason: null, comment: null, isSilent: true },
        context,
      );
    const { act } = await refundLocked(tx, invoice, {
      invoiceId,
      amount,
      refundable,
      limit,
      reason,
      idempotencyKey: `staff ${idempotencyKey}`,
      ...(plan ? { end } : {}),
    });
    if (!act) throw new IdempotencyKeyReused();
    return act;
  });
}
