import type { Tx } from "../../../ctx.ts";
import type { Email } from "../../../platform/mail/template.ts";
import { mailPerson } from "../../identity/index.ts";
import { contentText } from "../../site/index.ts";
import { billingNow } from "../clock.ts";
import { canceledEmail, pausedEmail, stoppedEmail } from "./endings.ts";
import { passReminderEmail } from "./passes.ts";
import { confirmationNeededEmail, paymentFailedEmail, receiptEmail } from "./payments.ts";
import { priceEndedEmail, priceReminderEmail, priceRetractedEmail, priceUnacceptedEmail } from "./prices.ts";
import { refundedEmail, withdrawnEmail } from "./refunds.ts";
import { renewalReminderEmail, resumeReminderEmail, yearlyReminderEmail } from "./renewals.ts";
import { trialReminderEmail, trialStartedEmail } from "./trials.ts";
import {
  cancelUndoneEmail,
  codeRedeemedEmail,
  creditGivenEmail,
  daysGivenEmail,
  planChangedEmail,
  planGivenEmail,
} from "../staff/emails.ts";
import { studentApprovedEmail, studentPriceEndsEmail } from "../students/emails.ts";
import type { ChangedPlan } from "../staff/emails.ts";
import { billingRegionOf } from "../plans/regions.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import type { FailureCode } from "../rules/dunning.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { isForever } from "../rules/passes.ts";
import type { NamedPlan } from "../texts.ts";

const send = async (
  tx: Tx,
  { accountId }: Pick<SubscriptionRow, "accountId">,
  email: Email,
): Promise<void> => {
  await mailPerson(tx, { personId: accountId, email, isBulk: true });
};
const planOf = (
  { studio }: Pick<Tx, "studio">,
  { planId, planName, period, periodUnit, planRenews }: SubscriptionRow,
): NamedPlan => ({
  planName: contentText(studio, "plan", planId, "name", planName),
  period,
  periodUnit,
  isPass: !planRenews,
});
const priced = (tx: Tx, found: SubscriptionRow, amount: number) => ({
  ...planOf(tx, found),
  amount,
  currencyCode: found.currencyCode,
});

/** Sent on day 0 of a trial. `amount` is the estimated first charge. */
export const mailTrialBegun = (tx: Tx, found: SubscriptionRow, endsAt: Date, amount: number): Promise<void> =>
  send(tx, found, trialStartedEmail({ ...priced(tx, found, amount), endsAt }));

/** Sent after a successful payment. */
export const mailReceipt = (tx: Tx, found: SubscriptionRow, invoice: InvoiceRow): Promise<void> =>
  send(
    tx,
    found,
    receiptEmail({
      ...planOf(tx, found),
      invoiceId: invoice.id,
      number: invoice.number,
      amountDue: invoice.amountDue,
      currencyCode: invoice.currencyCode,
      from: invoice.termStartsAt,
      to: invoice.termEndsAt,
      endsAt: invoice.planRenews ? null : invoice.termEndsAt,
      isForever: isForever({ renews: invoice.planRenews, periodUnit: invoice.planPeriodUnit }),
      taxes: invoice.taxes,
    }),
  );

export const mailTrialReminder = (
  tx: Tx,
  found: SubscriptionRow,
  endsAt: Date,
  amount: number,
): Promise<void> => send(tx, found, trialReminderEmail({ ...priced(tx, found, amount), endsAt }));

/** Sent before the end of a pass. Nothing is charged. `isSold`: it can be bought again. */
export const mailPassReminder = (
  tx: Tx,
  found: SubscriptionRow,
  endsAt: Date,
  isSold: boolean,
): Promise<void> =>
  send(tx, found, passReminderEmail({ ...planOf(tx, found), endsAt, planId: found.planId, isSold }));

export const mailRenewalReminder = (
  tx: Tx,
  found: SubscriptionRow,
  at: Date,
  amount: number,
): Promise<void> => send(tx, found, renewalReminderEmail({ ...priced(tx, found, amount), at }));

/** A price as emails state it in a subscription's region. */
async function newPriceOf(tx: Tx, found: SubscriptionRow, newAmount: number, at: Date) {
  const { tax } = await billingRegionOf(tx, found, at);
  const isTaxIncluded = tax.isInclusive || tax.parts.length === 0;
  return { ...planOf(tx, found), newAmount, currencyCode: found.currencyCode, isTaxIncluded };
}

/** Sent two weeks before the first charge of a new price. */
export const mailPriceReminder = async (
  tx: Tx,
  found: SubscriptionRow,
  { oldAmount, newAmount, effectiveAt }: { oldAmount: number; newAmount: number; effectiveAt: Date },
): Promise<void> => {
  const price = await newPriceOf(tx, found, newAmount, effectiveAt);
  await send(tx, found, priceReminderEmail({ ...price, oldAmount, effectiveAt }));
};

/** Sent after a new price was taken back that the member was told of. */
export const mailPriceRetracted = async (
  tx: Tx,
  found: SubscriptionRow,
  { oldAmount, newAmount }: { oldAmount: number; newAmount: number },
): Promise<void> => {
  const price = await newPriceOf(tx, found, newAmount, await billingNow(tx));
  const isLeaving = found.status === "non_renewing";
  await send(tx, found, priceRetractedEmail({ ...price, oldAmount, isLeaving }));
};

/** Sent instead of a reminder of a charge that won't come unless the member agrees to the new price. */
export const mailPriceUnaccepted = async (
  tx: Tx,
  found: SubscriptionRow,
  endsAt: Date,
  newAmount: number,
): Promise<void> =>
  send(tx, found, priceUnacceptedEmail({ ...(await newPriceOf(tx, found, newAmount, endsAt)), endsAt }));

/** Sent when a subscription ends without its member's consent to a new price. */
export const mailPriceEnded = async (
  tx: Tx,
  found: SubscriptionRow,
  newAmount: number,
  now: Date,
): Promise<void> => send(tx, found, priceEndedEmail(await newPriceOf(tx, found, newAmount, now)));

/** Sent once a year for plans with shorter terms: what is charged how often, and how to cancel. */
export const mailYearlyReminder = (tx: Tx, found: SubscriptionRow, at: Date, amount: number): Promise<void> =>
  send(tx, found, yearlyReminderEmail({ ...priced(tx, found, amount), at, since: found.createdAt }));

/**
 * Sent when a payment of a running subscription is declined. `retryAt` is null if this card is not retried
 * without the person.
 */
export function mailPaymentFailed(
  tx: Tx,
  found: SubscriptionRow,
  invoice: InvoiceRow,
  step: { code: FailureCode; retryAt: Date | null; endsAt: Date },
): Promise<void> {
  const { retryAt, endsAt } = step;
  const props = {
    ...planOf(tx, found),
    amount: invoice.amountDue,
    currencyCode: invoice.currencyCode,
    endsAt,
  };
  return send(
    tx,
    found,
    step.code === "PAYMENT_ACTION_REQUIRED"
      ? confirmationNeededEmail(props)
      : paymentFailedEmail({ ...props, retryAt }),
  );
}

/** Sent when dunning is exhausted. */
export const mailStopped = (tx: Tx, found: SubscriptionRow): Promise<void> =>
  send(tx, found, stoppedEmail(planOf(tx, found)));

/** Confirms a cancellation. */
export const mailCanceled = (tx: Tx, found: SubscriptionRow, accessEndsAt: Date | null): Promise<void> =>
  send(tx, found, canceledEmail({ ...planOf(tx, found), accessEndsAt }));

/** Says that the studio undid a cancellation. */
export const mailCancelUndone = (tx: Tx, found: SubscriptionRow): Promise<void> =>
  send(tx, found, cancelUndoneEmail({ ...planOf(tx, found), nextBillingAt: found.nextBillingAt }));

export const mailPaused = (tx: Tx, found: SubscriptionRow, resumesAt: Date): Promise<void> =>
  send(tx, found, pausedEmail({ ...planOf(tx, found), resumesAt }));

export const mailResumeReminder = (tx: Tx, found: SubscriptionRow, at: Date, amount: number): Promise<void> =>
  send(tx, found, resumeReminderEmail({ ...priced(tx, found, amount), at }));

/** Confirms a withdrawal with its content and time, as the law wants. Amounts in minor units. */
export const mailWithdrawn = (
  tx: Tx,
  found: SubscriptionRow,
  withdrawal: { money: number; credit: number; used: number; at: Date; creditNoteIds: readonly string[] },
): Promise<void> =>
  send(
    tx,
    found,
    withdrawnEmail({
      ...planOf(tx, found),
      ...withdrawal,
      currencyCode: found.currencyCode,
      boughtAt: found.agreedAt ?? found.createdAt,
    }),
  );

/** Says that money goes back, with the credit note of the invoice that it paid, if there is one. */
export const mailRefunded = (
  tx: Tx,
  found: Pick<SubscriptionRow, "accountId">,
  amount: number,
  currencyCode: string,
  creditNoteId: string | null = null,
  more: { endedPlan: string | null; creditTaken: number } = { endedPlan: null, creditTaken: 0 },
): Promise<void> => send(tx, found, refundedEmail({ amount, currencyCode, creditNoteId, ...more }));

/** Says what the studio gave: credit, free days, a plan or a promo code. */
export const mailCreditGiven = (
  tx: Tx,
  accountId: string,
  credit: { amount: number; currencyCode: string },
): Promise<void> => send(tx, { accountId }, creditGivenEmail(credit));

export const mailDaysGiven = (tx: Tx, found: SubscriptionRow, days: number, until: Date): Promise<void> =>
  send(
    tx,
    found,
    daysGivenEmail({ ...planOf(tx, found), days, until, isLast: found.status === "non_renewing" }),
  );

export const mailPlanGiven = (tx: Tx, found: SubscriptionRow, until: Date): Promise<void> =>
  send(tx, found, planGivenEmail({ ...planOf(tx, found), until }));

export const mailPlanChanged = (tx: Tx, found: SubscriptionRow, change: ChangedPlan): Promise<void> =>
  send(
    tx,
    found,
    planChangedEmail({
      kind: change.kind,
      planName: change.planName,
      nextPlanName: change.nextPlanName,
      nextBillingAt: change.nextBillingAt,
      nextAmount: change.nextAmount,
      currencyCode: change.currencyCode,
    }),
  );

export const mailStudentApproved = (
  tx: Tx,
  accountId: string,
  approval: { until: Date; code: string | null },
): Promise<void> => send(tx, { accountId }, studentApprovedEmail(approval));

export const mailStudentPriceEnds = (
  tx: Tx,
  found: SubscriptionRow,
  at: Date,
  amount: number,
): Promise<void> => send(tx, found, studentPriceEndsEmail({ ...priced(tx, found, amount), at }));

export const mailCodeRedeemed = (tx: Tx, found: SubscriptionRow, code: string): Promise<void> =>
  send(tx, found, codeRedeemedEmail({ ...planOf(tx, found), code }));
