import { paths } from "../../../contract/urls.ts";
import type { Tx } from "../../ctx.ts";
import { mailPerson } from "../identity/index.ts";
import type { TaxPart } from "./rules/tax.ts";
import type { InvoiceRow } from "./invoices/store.ts";
import type { FailureCode } from "./rules/dunning.ts";
import type { SubscriptionRow } from "./subscriptions/store.ts";

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** A day as shown in emails and receipts: 5 December 2026. */
export const dayText = (moment: Date): string => dayFormat.format(moment);

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** An amount as shown in emails and receipts. */
export function moneyText(amount: number, currencyCode: string): string {
  let format = moneyFormats.get(currencyCode);
  if (!format)
    moneyFormats.set(
      currencyCode,
      (format = new Intl.NumberFormat("en", { style: "currency", currency: currencyCode })),
    );
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** A tax rate as shown in emails and receipts. */
export const percentText = ({ milliPercent }: TaxPart): string => `${milliPercent / 1000} %`;

/** A plan's name with its billing interval: "Premium, yearly". */
function planText(plan: { name: string; period: number; periodUnit: string }): string {
  const often = { day: "daily", week: "weekly", month: "monthly", year: "yearly" }[plan.periodUnit];
  return plan.period === 1 && often
    ? `${plan.name}, ${often}`
    : `${plan.name}, every ${plan.period} ${plan.periodUnit}s`;
}

const accountPath = paths.subscription();
const why = "You get this mail because it is about your subscription: these can’t be turned off.";
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
    subject: "Your trial has begun",
    preheader: `Nothing is charged before ${dayText(endsAt)}.`,
    heading: "The floor is yours",
    paragraphs: [
      `You are trying ${planOf(found)}. Nothing was charged today.`,
      `Your first payment is ${moneyText(amount, found.currencyCode)} on ${dayText(endsAt)}. We write to you seven and two days before. Cancel until then and you pay nothing.`,
    ],
  });

/** Sent after a successful payment. */
export const mailReceipt = (tx: Tx, found: SubscriptionRow, invoice: InvoiceRow): Promise<void> =>
  send(tx, found, {
    subject: `Your receipt ${invoice.number}`,
    preheader: `${moneyText(invoice.amountDue, invoice.currencyCode)} for ${planOf(found)}.`,
    heading: "Paid, thank you",
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
      "The receipt as a PDF is with your payments.",
    ],
    action: { label: "Your payments", path: accountPath },
  });

export const mailTrialReminder = (
  tx: Tx,
  found: SubscriptionRow,
  endsAt: Date,
  amount: number,
): Promise<void> =>
  send(tx, found, {
    subject: `Your trial ends on ${dayText(endsAt)}`,
    preheader: `${moneyText(amount, found.currencyCode)} is charged on that day.`,
    heading: "Your trial ends soon",
    paragraphs: [
      `On ${dayText(endsAt)} we charge ${moneyText(amount, found.currencyCode)} for ${planOf(found)}, and it goes on until you cancel.`,
      "If it isn’t for you, cancel until then: it takes two steps, and you pay nothing.",
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
    heading: "Another year of dancing",
    paragraphs: [
      `On ${dayText(at)} we charge ${moneyText(amount, found.currencyCode)} for ${planOf(found)}.`,
      "To change plan or to cancel before then, see your subscription.",
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
        preheader: "Everything stays open for now.",
        heading: "Your payment didn’t go through",
        paragraphs: [
          `${moneyText(invoice.amountDue, invoice.currencyCode)} for ${planOf(found)} was refused. Everything stays open for now.`,
          step.retryAt
            ? `We try again on ${dayText(step.retryAt)}. Another way to pay settles it at once.`
            : `This card can’t be charged any more. Choose another way to pay by ${dayText(step.endsAt)}, and nothing stops.`,
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
    preheader: `Your bank asks for you. Everything stays open until ${dayText(endsAt)}.`,
    heading: "Confirm your payment",
    paragraphs: [
      `Your bank wants you to confirm ${moneyText(invoice.amountDue, invoice.currencyCode)} for ${planOf(found)}.`,
      `Confirm it by ${dayText(endsAt)}. Otherwise your subscription ends that day, and you owe nothing.`,
    ],
    action: { label: "Confirm the payment", path: paths.payInvoice() },
  });

/** Sent when dunning is exhausted. */
export const mailStopped = (tx: Tx, found: SubscriptionRow): Promise<void> =>
  send(tx, found, {
    subject: "Your subscription has ended",
    preheader: "Your payment couldn’t be collected.",
    heading: "Your subscription has ended",
    paragraphs: [
      `We couldn’t collect the payment for ${planOf(found)}, so it has ended. You owe nothing.`,
      "Your progress, badges and saved classes are still yours. Come back whenever you like.",
    ],
    action: { label: "Come back", path: "/checkout" },
  });

/** Confirms a cancellation. */
export const mailCanceled = (tx: Tx, found: SubscriptionRow, accessEndsAt: Date | null): Promise<void> =>
  send(tx, found, {
    subject: "Your cancellation",
    preheader: accessEndsAt ? `You keep everything until ${dayText(accessEndsAt)}.` : "It has ended.",
    heading: "You have cancelled",
    paragraphs: [
      accessEndsAt
        ? `${planOf(found)} ends on ${dayText(accessEndsAt)}. Until then everything stays open, and nothing more is charged.`
        : `${planOf(found)} has ended. Nothing more is charged.`,
      ...(accessEndsAt ? ["If you change your mind before then, you can take it back."] : []),
    ],
  });

export const mailPaused = (tx: Tx, found: SubscriptionRow, resumesAt: Date): Promise<void> =>
  send(tx, found, {
    subject: `Paused until ${dayText(resumesAt)}`,
    preheader: "Nothing is charged meanwhile.",
    heading: "See you soon",
    paragraphs: [
      `${planOf(found)} is paused until ${dayText(resumesAt)}. Nothing is charged meanwhile; what you had paid for counts towards the next payment.`,
    ],
  });

export const mailResumeReminder = (tx: Tx, found: SubscriptionRow, at: Date, amount: number): Promise<void> =>
  send(tx, found, {
    subject: `Your pause ends on ${dayText(at)}`,
    preheader: `${moneyText(amount, found.currencyCode)} is charged on that day.`,
    heading: "Back on the floor soon",
    paragraphs: [
      `On ${dayText(at)} your pause ends: we charge ${moneyText(amount, found.currencyCode)} for ${planOf(found)}, and every class opens again.`,
      "If it is too early, cancel until then, and you pay nothing.",
    ],
  });

/** Sent after a refund. */
/** Confirms a withdrawal with its content and time, as the law wants. Amounts in minor units. */
export const mailWithdrawn = (
  tx: Tx,
  found: SubscriptionRow,
  withdrawal: { money: number; credit: number; used: number; at: Date },
): Promise<void> => {
  const { money, credit, used, at } = withdrawal;
  const text = (amount: number) => moneyText(amount, found.currencyCode);
  const time = at.toISOString().slice(11, 16);
  return send(tx, found, {
    subject: "You have withdrawn",
    preheader: money > 0 ? `${text(money)} is on its way back.` : "Nothing more is charged.",
    heading: "You have withdrawn",
    paragraphs: [
      `You withdrew from your contract for ${planOf(found)} on ${dayText(at)} at ${time} UTC. You bought it on ${dayText(found.createdAt)}.`,
      ...(used > 0 ? [`You used it until then: that is ${text(used)}.`] : []),
      ...(money > 0 ? [`${text(money)} goes back to where it came from, within 14 days.`] : []),
      ...(credit > 0 ? [`${text(credit)} is your credit again.`] : []),
      ...(credit < 0 ? [`${text(-credit)} of credit that it gave is gone with it.`] : []),
    ],
  });
};

export const mailRefunded = (
  tx: Tx,
  found: Pick<SubscriptionRow, "accountId">,
  amount: number,
  currencyCode: string,
): Promise<void> =>
  send(tx, found, {
    subject: `${moneyText(amount, currencyCode)} is on its way back`,
    preheader: "To where it came from, within some days.",
    heading: "Your money is on its way back",
    paragraphs: [
      `${moneyText(amount, currencyCode)} goes back to where it came from. Banks take up to ten days.`,
    ],
  });
