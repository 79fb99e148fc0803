import { formatDate } from "../../../contract/formats/dates.ts";
import { formatMoney, formatPercent } from "../../../contract/formats/numbers.ts";
import { paths } from "../../../contract/urls.ts";
import type { Tx } from "../../ctx.ts";
import { defaultReader, mailPerson } from "../identity/index.ts";
import { creditNoteAttachment, invoiceAttachment } from "./invoices/attachment-refs.ts";
import type { TaxPart } from "./rules/tax.ts";
import type { InvoiceRow } from "./invoices/store.ts";
import type { FailureCode } from "./rules/dunning.ts";
import type { SubscriptionRow } from "./subscriptions/store.ts";

/** A day as shown in emails and receipts: Dec 5, 2026. */
export const dayText = (moment: Date): string => formatDate(moment, "date", defaultReader);

/** An amount as shown in emails and receipts. */
export const moneyText = (amount: number, currencyCode: string): string =>
  formatMoney(amount, currencyCode, defaultReader);

/** A tax rate as shown in emails and receipts: 9.975%. */
export const percentText = ({ milliPercent }: TaxPart): string =>
  formatPercent(milliPercent / 100_000, defaultReader, 3);

/** A plan's name with its billing interval: "Premium, yearly". */
function planText(plan: { name: string; period: number; periodUnit: string }): string {
  const often = { day: "daily", week: "weekly", month: "monthly", year: "yearly" }[plan.periodUnit];
  return plan.period === 1 && often
    ? `${plan.name}, ${often}`
    : `${plan.name}, every ${plan.period} ${plan.periodUnit}s`;
}

const maxAttachments = 5;
const accountPath = paths.subscription();
const why = "You’re receiving this because you have a subscription. You can’t opt out of billing emails.";
const planOf = (found: SubscriptionRow) =>
  planText({ name: found.planName, period: found.period, periodUnit: found.periodUnit });

type BillingEmail = Omit<Parameters<typeof mailPerson>[1], "personId" | "footnote">;
const send = async (
  tx: Tx,
  found: Pick<SubscriptionRow, "accountId">,
  email: BillingEmail,
): Promise<void> => {
  await mailPerson(tx, {
    action: { label: "Your subscription", path: accountPath },
    ...email,
    personId: found.accountId,
    footnote: why,
  });
};

/** Sent on day 0 of a trial. `amount` is the estimated first charge. */
export const mailTrialBegun = (tx: Tx, found: SubscriptionRow, endsAt: Date, amount: number): Promise<void> =>
  send(tx, found, {
    subject: "Your free trial has started",
    preheader: `You won’t be charged before ${dayText(endsAt)}.`,
    heading: "Your free trial has started",
    paragraphs: [
      `Your free trial of ${planOf(found)} has started. You weren’t charged today.`,
      `Your first payment is ${moneyText(amount, found.currencyCode)} on ${dayText(endsAt)}. We’ll email you 7 and 2 days before. Cancel before then and you won’t be charged.`,
    ],
  });

/** Sent after a successful payment. */
export const mailReceipt = (tx: Tx, found: SubscriptionRow, invoice: InvoiceRow): Promise<void> =>
  send(tx, found, {
    subject: `Your receipt ${invoice.number}`,
    preheader: `${moneyText(invoice.amountDue, invoice.currencyCode)} for ${planOf(found)}.`,
    heading: "Payment received",
    paragraphs: [
      `${moneyText(invoice.amountDue, invoice.currencyCode)} for ${planOf(found)}, from ${dayText(invoice.termStartsAt)} to ${dayText(invoice.termEndsAt)}.`,
      ...(invoice.taxes.length > 0
        ? [
            `Of this, ${invoice.taxes
              .map(
                (tax) =>
                  `${moneyText(tax.amount, invoice.currencyCode)} is ${tax.name} at ${percentText(tax)}`,
              )
              .join(", and ")}.`,
          ]
        : []),
      "Your invoice is attached. You can also download it from your invoices.",
    ],
    attachments: [invoiceAttachment(invoice.id)],
    action: { label: "See invoices", path: accountPath },
  });

export const mailTrialReminder = (
  tx: Tx,
  found: SubscriptionRow,
  endsAt: Date,
  amount: number,
): Promise<void> =>
  send(tx, found, {
    subject: `Your trial ends on ${dayText(endsAt)}`,
    preheader: `${moneyText(amount, found.currencyCode)} will be charged that day.`,
    heading: "Your trial ends soon",
    paragraphs: [
      `On ${dayText(endsAt)} we’ll charge ${moneyText(amount, found.currencyCode)} for ${planOf(found)}. It renews until you cancel.`,
      "Not for you? Cancel before then in two steps and you won’t be charged.",
    ],
  });

export const mailRenewalReminder = (
  tx: Tx,
  found: SubscriptionRow,
  at: Date,
  amount: number,
): Promise<void> =>
  send(tx, found, {
    subject: `Your subscription renews on ${dayText(at)}`,
    preheader: `${moneyText(amount, found.currencyCode)} for another year.`,
    heading: "Your subscription renews soon",
    paragraphs: [
      `On ${dayText(at)} we’ll charge ${moneyText(amount, found.currencyCode)} for ${planOf(found)}.`,
      "You can change your plan or cancel before then.",
    ],
  });

/**
 * Sent when a payment of a running subscription is declined. `retryAt` is null if this card is not retried
 * without the person.
 */
export const mailPaymentFailed = (
  tx: Tx,
  found: SubscriptionRow,
  invoice: InvoiceRow,
  step: { code: FailureCode; retryAt: Date | null; endsAt: Date },
): Promise<void> =>
  step.code === "PAYMENT_ACTION_REQUIRED"
    ? mailConfirmationNeeded(tx, found, invoice, step.endsAt)
    : send(tx, found, {
        subject: "Your payment didn’t go through",
        preheader: "You keep access for now.",
        heading: "Your payment didn’t go through",
        paragraphs: [
          `${moneyText(invoice.amountDue, invoice.currencyCode)} for ${planOf(found)} was declined. You keep access for now.`,
          step.retryAt
            ? `We’ll retry on ${dayText(step.retryAt)}, or you can pay now with another method.`
            : `We can’t charge this card. Update your payment method by ${dayText(step.endsAt)} to keep access.`,
        ],
        action: { label: "Pay now", path: paths.payInvoice() },
      });

/** Sent when the bank wants the person to confirm a renewal. */
const mailConfirmationNeeded = (
  tx: Tx,
  found: SubscriptionRow,
  invoice: InvoiceRow,
  endsAt: Date,
): Promise<void> =>
  send(tx, found, {
    subject: "Confirm your payment",
    preheader: `You keep access until ${dayText(endsAt)}.`,
    heading: "Confirm your payment",
    paragraphs: [
      `Your bank asks you to confirm ${moneyText(invoice.amountDue, invoice.currencyCode)} for ${planOf(found)}.`,
      `Confirm it by ${dayText(endsAt)}. Otherwise your subscription ends that day, and you owe nothing.`,
    ],
    action: { label: "Confirm payment", path: paths.payInvoice() },
  });

/** Sent when dunning is exhausted. */
export const mailStopped = (tx: Tx, found: SubscriptionRow): Promise<void> =>
  send(tx, found, {
    subject: "Your subscription has ended",
    preheader: "We couldn’t collect your payment.",
    heading: "Your subscription has ended",
    paragraphs: [
      `We couldn’t collect payment for ${planOf(found)}, so your subscription ended. You owe nothing.`,
      "Your progress, badges, and saved classes are still in your account.",
    ],
    action: { label: "See plans", path: "/checkout" },
  });

/** Confirms a cancellation. */
export const mailCanceled = (tx: Tx, found: SubscriptionRow, accessEndsAt: Date | null): Promise<void> =>
  send(tx, found, {
    subject: "Your subscription is canceled",
    preheader: accessEndsAt ? `You keep access until ${dayText(accessEndsAt)}.` : "It has ended.",
    heading: "Your subscription is canceled",
    paragraphs: [
      accessEndsAt
        ? `${planOf(found)} ends on ${dayText(accessEndsAt)}. You keep access until then, and you won’t be charged again.`
        : `${planOf(found)} has ended. You won’t be charged again.`,
      ...(accessEndsAt ? ["Changed your mind? You can resume before then."] : []),
    ],
  });

export const mailPaused = (tx: Tx, found: SubscriptionRow, resumesAt: Date): Promise<void> =>
  send(tx, found, {
    subject: `Paused until ${dayText(resumesAt)}`,
    preheader: "No charges while paused.",
    heading: "Your subscription is paused",
    paragraphs: [
      `${planOf(found)} is paused until ${dayText(resumesAt)}. No charges while paused. We’ll credit unused time to your next payment.`,
    ],
  });

export const mailResumeReminder = (tx: Tx, found: SubscriptionRow, at: Date, amount: number): Promise<void> =>
  send(tx, found, {
    subject: `Your pause ends on ${dayText(at)}`,
    preheader: `${moneyText(amount, found.currencyCode)} will be charged that day.`,
    heading: "Your pause ends soon",
    paragraphs: [
      `Your pause ends on ${dayText(at)}. We’ll charge ${moneyText(amount, found.currencyCode)} for ${planOf(found)} and restore access.`,
      "Not ready? Cancel before then and you won’t be charged.",
    ],
  });

/** Confirms a withdrawal with its content and time, as the law wants. Amounts in minor units. */
export const mailWithdrawn = (
  tx: Tx,
  found: SubscriptionRow,
  withdrawal: { money: number; credit: number; used: number; at: Date; creditNoteIds: readonly string[] },
): Promise<void> => {
  const { money, credit, used, at, creditNoteIds } = withdrawal;
  const text = (amount: number) => moneyText(amount, found.currencyCode);
  const time = at.toISOString().slice(11, 16);
  return send(tx, found, {
    subject: "Your contract is withdrawn",
    preheader: money > 0 ? `Your refund of ${text(money)} is on its way.` : "You won’t be charged again.",
    heading: "Your contract is withdrawn",
    paragraphs: [
      `You withdrew from your contract for ${planOf(found)} on ${dayText(at)} at ${time} UTC. You bought it on ${dayText(found.createdAt)}.`,
      ...(used > 0 ? [`The days you used cost ${text(used)}.`] : []),
      ...(money > 0 ? [`We’ll refund ${text(money)} to your original payment method within 14 days.`] : []),
      ...(credit > 0 ? [`We added ${text(credit)} to your account credit.`] : []),
      ...(credit < 0 ? [`We removed ${text(-credit)} of account credit that came with it.`] : []),
    ],
    attachments: creditNoteIds.slice(0, maxAttachments).map(creditNoteAttachment),
  });
};

/** Says that money goes back, with the credit note of the invoice that it paid, if there is one. */
export const mailRefunded = (
  tx: Tx,
  found: Pick<SubscriptionRow, "accountId">,
  amount: number,
  currencyCode: string,
  creditNoteId: string | null = null,
): Promise<void> =>
  send(tx, found, {
    subject: `Your refund of ${moneyText(amount, currencyCode)} is on its way`,
    preheader: "To your original payment method, within 10 days.",
    heading: "Your refund is on its way",
    paragraphs: [
      `We’ve refunded ${moneyText(amount, currencyCode)} to your original payment method. It can take up to 10 days.`,
      ...(creditNoteId ? ["Your credit note is attached."] : []),
    ],
    ...(creditNoteId ? { attachments: [creditNoteAttachment(creditNoteId)] } : {}),
  });
