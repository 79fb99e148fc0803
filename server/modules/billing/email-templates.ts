import { formatList } from "../../../contract/formats/names.ts";
import { paths } from "../../../contract/urls.ts";
import type { EmailContent } from "../../platform/mail/content.ts";
import { defineEmail } from "../../platform/mail/template.ts";
import { creditNoteAttachment, invoiceAttachment } from "./invoices/attachment-refs.ts";
import { planText, textsFor } from "./texts.ts";
import type { EmailReader } from "../../platform/mail/template.ts";
import type { NamedPlan } from "./texts.ts";

/** Templates of billing's emails. Amounts in minor units. */

const maxAttachments = 5;
const why = "You’re receiving this because you have a subscription. You can’t opt out of billing emails.";
const seeSubscription = { label: "Your subscription", path: paths.subscription() };

/** The step that cancels; it opens after signing in. */
const changeOrCancel = { label: "Change or cancel", path: `${paths.subscription()}?do=cancel` };

const demoDay = new Date("2026-12-05T23:30:00Z");
const demoEnd = new Date("2027-12-05T23:30:00Z");
const demoId = "00000000-0000-4000-8000-000000000001";
const demo: Priced = {
  planName: "Premium",
  period: 1,
  periodUnit: "year",
  amount: 11_900,
  currencyCode: "USD",
};

interface Priced extends NamedPlan {
  readonly amount: number;
  readonly currencyCode: string;
}

/** Declares a billing email: the same small print, and the subscription’s page unless it asks for more. */
const defineBillingEmail = <Props>(
  definition: Omit<Parameters<typeof defineEmail<Props>>[0], "write"> & {
    write(
      props: Props,
      texts: ReturnType<typeof textsFor>,
      reader: EmailReader,
    ): Omit<EmailContent, "heading" | "footnote"> & { readonly heading?: string };
  },
) =>
  defineEmail<Props>({
    ...definition,
    write: (props, reader) => {
      const content = definition.write(props, textsFor(reader), reader);
      return {
        action: seeSubscription,
        ...content,
        heading: content.heading ?? content.subject,
        footnote: why,
      };
    },
  });

export const trialStartedEmail = defineBillingEmail<Priced & { endsAt: Date }>({
  name: "billing.trial_started",
  previews: { usual: { ...demo, endsAt: demoDay } },
  write: ({ endsAt, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: "Your free trial has started",
    preheader: `You won’t be charged before ${day(endsAt)}.`,
    paragraphs: [
      `Your free trial of ${planText(plan)} has started. You weren’t charged today.`,
      `Your first payment is ${money(amount, currencyCode)} on ${day(endsAt)}. We’ll email you 7 and 2 days before. Cancel before then and you won’t be charged.`,
    ],
    facts: [
      { label: "Plan", value: planText(plan) },
      { label: "First charge", value: `${money(amount, currencyCode)} on ${day(endsAt)}` },
    ],
  }),
});

export interface ReceiptProps extends NamedPlan {
  readonly invoiceId: string;
  readonly number: string;
  readonly amountDue: number;
  readonly currencyCode: string;
  readonly from: Date;
  readonly to: Date;
  readonly taxes: readonly {
    readonly name: string;
    readonly milliPercent: number;
    readonly amount: number;
  }[];
}

export const receiptEmail = defineBillingEmail<ReceiptProps>({
  name: "billing.receipt",
  previews: {
    usual: {
      ...demo,
      invoiceId: demoId,
      number: "EC-2026-000042",
      amountDue: 11_900,
      from: demoDay,
      to: demoEnd,
      taxes: [
        { name: "GST", milliPercent: 5000, amount: 518 },
        { name: "QST", milliPercent: 9975, amount: 1033 },
      ],
    },
    without_tax: {
      ...demo,
      invoiceId: demoId,
      number: "EC-2026-000043",
      amountDue: 11_900,
      from: demoDay,
      to: demoEnd,
      taxes: [],
    },
  },
  write: (
    { invoiceId, number, amountDue, currencyCode, from, to, taxes, ...plan },
    { day, money, percent },
    reader,
  ) => ({
    subject: `Your receipt ${number}`,
    preheader: `${money(amountDue, currencyCode)} for ${planText(plan)}.`,
    heading: "Payment received",
    paragraphs: [
      `${money(amountDue, currencyCode)} for ${planText(plan)}, from ${day(from)} to ${day(to)}.`,
      ...(taxes.length > 0
        ? [
            `Of this, ${formatList(
              taxes.map((tax) => `${money(tax.amount, currencyCode)} is ${tax.name} at ${percent(tax)}`),
              reader,
            )}.`,
          ]
        : []),
      "Your invoice is attached. You can also download it from your invoices.",
    ],
    attachments: [invoiceAttachment(invoiceId)],
    action: { label: "See invoices", path: paths.subscription() },
  }),
});

export const trialReminderEmail = defineBillingEmail<Priced & { endsAt: Date }>({
  name: "billing.trial_reminder",
  previews: { usual: { ...demo, endsAt: demoDay } },
  write: ({ endsAt, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: `Your trial ends on ${day(endsAt)}`,
    preheader: `${money(amount, currencyCode)} will be charged that day.`,
    heading: "Your trial ends soon",
    paragraphs: [
      `On ${day(endsAt)} we’ll charge ${money(amount, currencyCode)} for ${planText(plan)}. It renews until you cancel.`,
      "Not for you? Cancel before then in two steps and you won’t be charged.",
    ],
    facts: [
      { label: "Plan", value: planText(plan) },
      { label: "First charge", value: `${money(amount, currencyCode)} on ${day(endsAt)}` },
    ],
    action: changeOrCancel,
  }),
});

export const renewalReminderEmail = defineBillingEmail<Priced & { at: Date }>({
  name: "billing.renewal_reminder",
  previews: { usual: { ...demo, at: demoDay } },
  write: ({ at, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: `Your subscription renews on ${day(at)}`,
    preheader: `${money(amount, currencyCode)} for another year.`,
    heading: "Your subscription renews soon",
    paragraphs: [
      `On ${day(at)} we’ll charge ${money(amount, currencyCode)} for ${planText(plan)}.`,
      "You can change your plan or cancel before then.",
    ],
    facts: [
      { label: "Plan", value: planText(plan) },
      { label: "Next charge", value: `${money(amount, currencyCode)} on ${day(at)}` },
    ],
    action: changeOrCancel,
  }),
});

/** Once a year for plans with shorter terms. */
export const yearlyReminderEmail = defineBillingEmail<Priced & { at: Date; since: Date }>({
  name: "billing.yearly_reminder",
  previews: { usual: { ...demo, periodUnit: "month", amount: 1499, at: demoDay, since: demoDay } },
  write: ({ at, since, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: "Your subscription: a yearly reminder",
    preheader: `${planText(plan)} continues until you cancel.`,
    heading: "A yearly reminder",
    paragraphs: [
      `You’ve had ${planText(plan)} since ${day(since)}. It renews automatically until you cancel.`,
      "You can change your plan or cancel anytime.",
    ],
    facts: [
      { label: "Plan", value: planText(plan) },
      { label: "Next charge", value: `${money(amount, currencyCode)} on ${day(at)}` },
    ],
    action: changeOrCancel,
  }),
});

/** `lastDay`: the last day on which the card works. */
export const cardExpiringEmail = defineBillingEmail<{ card: string; lastDay: Date; nextBillingAt: Date }>({
  name: "billing.card_expiring",
  previews: { usual: { card: "Visa ending in 4242", lastDay: demoDay, nextBillingAt: demoEnd } },
  write: ({ card, lastDay, nextBillingAt }, { day }) => ({
    subject: "Your card expires soon",
    preheader: `Your ${card} works until ${day(lastDay)}.`,
    paragraphs: [
      `Your ${card} works until ${day(lastDay)}. Your next payment is on ${day(nextBillingAt)}.`,
      "Add another payment method, so that your subscription continues.",
    ],
    action: { label: "Update payment method", path: `${paths.subscription()}?do=pay` },
  }),
});

/** `retryAt` is null if this card is not retried without the person. */
export const paymentFailedEmail = defineBillingEmail<Priced & { retryAt: Date | null; endsAt: Date }>({
  name: "billing.payment_failed",
  previews: {
    usual: { ...demo, retryAt: demoDay, endsAt: demoDay },
    final: { ...demo, retryAt: null, endsAt: demoDay },
  },
  write: ({ retryAt, endsAt, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: "Your payment didn’t go through",
    preheader: "You keep access for now.",
    paragraphs: [
      `${money(amount, currencyCode)} for ${planText(plan)} was declined. You keep access for now.`,
      retryAt
        ? `We’ll retry on ${day(retryAt)}, or you can pay now with another method.`
        : `We can’t charge this card. Update your payment method by ${day(endsAt)} to keep access.`,
    ],
    action: { label: "Pay now", path: paths.payInvoice() },
  }),
});

/** Sent when the bank wants the person to confirm a renewal. */
export const confirmationNeededEmail = defineBillingEmail<Priced & { endsAt: Date }>({
  name: "billing.confirmation_needed",
  previews: { usual: { ...demo, endsAt: demoDay } },
  write: ({ endsAt, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: "Confirm your payment",
    preheader: `You keep access until ${day(endsAt)}.`,
    paragraphs: [
      `Your bank asks you to confirm ${money(amount, currencyCode)} for ${planText(plan)}.`,
      `Confirm it by ${day(endsAt)}. Otherwise your subscription ends that day, and you owe nothing.`,
    ],
    action: { label: "Confirm payment", path: paths.payInvoice() },
  }),
});

/** Sent when dunning is exhausted. */
export const stoppedEmail = defineBillingEmail<NamedPlan>({
  name: "billing.stopped",
  previews: { usual: demo },
  write: (plan) => ({
    subject: "Your subscription has ended",
    preheader: "We couldn’t collect your payment.",
    paragraphs: [
      `We couldn’t collect payment for ${planText(plan)}, so your subscription ended. You owe nothing.`,
      "Your progress, badges, and saved classes are still in your account.",
    ],
    action: { label: "See plans", path: paths.checkout() },
  }),
});

/** Confirms a cancellation. */
export const canceledEmail = defineBillingEmail<NamedPlan & { accessEndsAt: Date | null }>({
  name: "billing.canceled",
  previews: { usual: { ...demo, accessEndsAt: demoDay }, ended: { ...demo, accessEndsAt: null } },
  write: ({ accessEndsAt, ...plan }, { day }) => ({
    subject: "Your subscription is canceled",
    preheader: accessEndsAt ? `You keep access until ${day(accessEndsAt)}.` : "It has ended.",
    paragraphs: [
      accessEndsAt
        ? `${planText(plan)} ends on ${day(accessEndsAt)}. You keep access until then, and you won’t be charged again.`
        : `${planText(plan)} has ended. You won’t be charged again.`,
      ...(accessEndsAt ? ["Changed your mind? You can resume before then."] : []),
    ],
  }),
});

export const pausedEmail = defineBillingEmail<NamedPlan & { resumesAt: Date }>({
  name: "billing.paused",
  previews: { usual: { ...demo, resumesAt: demoDay } },
  write: ({ resumesAt, ...plan }, { day }) => ({
    subject: `Paused until ${day(resumesAt)}`,
    preheader: "No charges while paused.",
    heading: "Your subscription is paused",
    paragraphs: [
      `${planText(plan)} is paused until ${day(resumesAt)}. No charges while paused. We’ll credit unused time to your next payment.`,
    ],
  }),
});

export const resumeReminderEmail = defineBillingEmail<Priced & { at: Date }>({
  name: "billing.resume_reminder",
  previews: { usual: { ...demo, at: demoDay } },
  write: ({ at, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: `Your pause ends on ${day(at)}`,
    preheader: `${money(amount, currencyCode)} will be charged that day.`,
    heading: "Your pause ends soon",
    paragraphs: [
      `Your pause ends on ${day(at)}. We’ll charge ${money(amount, currencyCode)} for ${planText(plan)} and restore access.`,
      "Not ready? Cancel before then and you won’t be charged.",
    ],
    action: changeOrCancel,
  }),
});

export interface WithdrawnProps extends NamedPlan {
  readonly currencyCode: string;
  readonly boughtAt: Date;
  readonly at: Date;
  /** Refunded, credited, and charged for the days of use. */
  readonly money: number;
  readonly credit: number;
  readonly used: number;
  readonly creditNoteIds: readonly string[];
}

/** Confirms a withdrawal with its content and time, as the law wants. */
export const withdrawnEmail = defineBillingEmail<WithdrawnProps>({
  name: "billing.withdrawn",
  previews: {
    usual: {
      ...demo,
      boughtAt: new Date("2026-12-01T10:00:00Z"),
      at: demoDay,
      money: 11_500,
      credit: 0,
      used: 400,
      creditNoteIds: [demoId],
    },
    credit: {
      ...demo,
      boughtAt: new Date("2026-12-01T10:00:00Z"),
      at: demoDay,
      money: 0,
      credit: -500,
      used: 0,
      creditNoteIds: [],
    },
  },
  write: (props, { day, time, money: moneyText }) => {
    const { money, credit, used, at, boughtAt, creditNoteIds, currencyCode, ...plan } = props;
    const text = (amount: number) => moneyText(amount, currencyCode);
    return {
      subject: "Your contract is withdrawn",
      preheader: money > 0 ? `Your refund of ${text(money)} is on its way.` : "You won’t be charged again.",
      paragraphs: [
        `You withdrew from your contract for ${planText(plan)} on ${time(at)}. You bought it on ${day(boughtAt)}.`,
        ...(used > 0 ? [`The days you used cost ${text(used)}.`] : []),
        ...(money > 0 ? [`We’ll refund ${text(money)} to your original payment method within 14 days.`] : []),
        ...(credit > 0 ? [`We added ${text(credit)} to your account credit.`] : []),
        ...(credit < 0 ? [`We removed ${text(-credit)} of account credit that came with it.`] : []),
      ],
      attachments: creditNoteIds.slice(0, maxAttachments).map(creditNoteAttachment),
    };
  },
});

/** Says that money goes back, with the credit note of the invoice that it paid, if there is one. */
export const refundedEmail = defineBillingEmail<{
  amount: number;
  currencyCode: string;
  creditNoteId: string | null;
}>({
  name: "billing.refunded",
  previews: {
    usual: { amount: 11_900, currencyCode: "USD", creditNoteId: demoId },
    without_note: { amount: 11_900, currencyCode: "USD", creditNoteId: null },
  },
  write: ({ amount, currencyCode, creditNoteId }, { money }) => ({
    subject: `Your refund of ${money(amount, currencyCode)} is on its way`,
    preheader: "To your original payment method, within 10 days.",
    heading: "Your refund is on its way",
    paragraphs: [
      `We’ve refunded ${money(amount, currencyCode)} to your original payment method. It can take up to 10 days.`,
      ...(creditNoteId ? ["Your credit note is attached."] : []),
    ],
    ...(creditNoteId ? { attachments: [creditNoteAttachment(creditNoteId)] } : {}),
  }),
});
