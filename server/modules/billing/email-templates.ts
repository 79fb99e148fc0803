import { formatList } from "../../../contract/formats/names.ts";
import { paths } from "../../../contract/urls.ts";
import type { EmailTexts } from "../../platform/mail/content.ts";
import { defineEmail } from "../../platform/mail/template.ts";
import { creditNoteAttachment, invoiceAttachment } from "./invoices/attachment-refs.ts";
import { planText, textsFor } from "./texts.ts";
import type { EmailReader } from "../../platform/mail/template.ts";
import type { NamedPlan } from "./texts.ts";
import { msg, translate } from "../../platform/i18n/messages.ts";
import type { Message } from "../../platform/i18n/messages.ts";

/** Templates of billing's emails. Amounts in minor units. */

const maxAttachments = 5;
const why = msg(
  "You’re receiving this because you have a subscription. You can’t opt out of billing emails.",
);
const seeSubscription = { label: msg("Your subscription"), path: paths.subscription() };

/** The step that cancels; it opens after signing in. */
export const changeOrCancel = { label: msg("Change or cancel"), path: `${paths.subscription()}?do=cancel` };

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
export const defineBillingEmail = <Props>(
  definition: Omit<Parameters<typeof defineEmail<Props>>[0], "write"> & {
    write(
      props: Props,
      texts: ReturnType<typeof textsFor>,
      reader: EmailReader,
    ): Omit<EmailTexts, "heading" | "footnote"> & { readonly heading?: Message };
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
    subject: msg("Your free trial has started"),
    preheader: msg("You won’t be charged before {endsAt}.", { endsAt: day(endsAt) }),
    paragraphs: [
      msg("Your free trial of {plan} has started. You weren’t charged today.", { plan: planText(plan) }),
      msg(
        "Your first payment is {amount} on {endsAt}. We’ll email you 7 and 2 days before. Cancel before then and you won’t be charged.",
        { amount: money(amount, currencyCode), endsAt: day(endsAt) },
      ),
    ],
    facts: [
      { label: msg("Plan"), value: planText(plan) },
      {
        label: msg("First charge"),
        value: msg("{amount} on {endsAt}", { amount: money(amount, currencyCode), endsAt: day(endsAt) }),
      },
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
    subject: msg("Your receipt {number}", { number }),
    preheader: msg("{amountDue} for {plan}.", {
      amountDue: money(amountDue, currencyCode),
      plan: planText(plan),
    }),
    heading: msg("Payment received"),
    paragraphs: [
      msg("{amountDue} for {plan}, from {from} to {to}.", {
        amountDue: money(amountDue, currencyCode),
        plan: planText(plan),
        from: day(from),
        to: day(to),
      }),
      ...(taxes.length > 0
        ? [
            msg("Of this, {taxes}.", {
              taxes: formatList(
                taxes.map((tax) =>
                  translate(
                    msg("{amount} is {tax} at {rate}", {
                      amount: money(tax.amount, currencyCode),
                      tax: tax.name,
                      rate: percent(tax),
                    }),
                    reader.locale,
                  ),
                ),
                reader,
              ),
            }),
          ]
        : []),
      msg("Your invoice is attached. You can also download it from your invoices."),
    ],
    attachments: [invoiceAttachment(invoiceId)],
    action: { label: msg("See invoices"), path: paths.subscription() },
  }),
});

export const trialReminderEmail = defineBillingEmail<Priced & { endsAt: Date }>({
  name: "billing.trial_reminder",
  previews: { usual: { ...demo, endsAt: demoDay } },
  write: ({ endsAt, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your trial ends on {endsAt}", { endsAt: day(endsAt) }),
    preheader: msg("{amount} will be charged that day.", { amount: money(amount, currencyCode) }),
    heading: msg("Your trial ends soon"),
    paragraphs: [
      msg("On {endsAt} we’ll charge {amount} for {plan}. It renews until you cancel.", {
        endsAt: day(endsAt),
        amount: money(amount, currencyCode),
        plan: planText(plan),
      }),
      msg("Not for you? Cancel before then in two steps and you won’t be charged."),
    ],
    facts: [
      { label: msg("Plan"), value: planText(plan) },
      {
        label: msg("First charge"),
        value: msg("{amount} on {endsAt}", { amount: money(amount, currencyCode), endsAt: day(endsAt) }),
      },
    ],
    action: changeOrCancel,
  }),
});

export const renewalReminderEmail = defineBillingEmail<Priced & { at: Date }>({
  name: "billing.renewal_reminder",
  previews: { usual: { ...demo, at: demoDay } },
  write: ({ at, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your subscription renews on {at}", { at: day(at) }),
    preheader: msg("{amount} for another year.", { amount: money(amount, currencyCode) }),
    heading: msg("Your subscription renews soon"),
    paragraphs: [
      msg("On {at} we’ll charge {amount} for {plan}.", {
        at: day(at),
        amount: money(amount, currencyCode),
        plan: planText(plan),
      }),
      msg("You can change your plan or cancel before then."),
    ],
    facts: [
      { label: msg("Plan"), value: planText(plan) },
      {
        label: msg("Next charge"),
        value: msg("{amount} on {at}", { amount: money(amount, currencyCode), at: day(at) }),
      },
    ],
    action: changeOrCancel,
  }),
});

/** Once a year for plans with shorter terms. */
export const yearlyReminderEmail = defineBillingEmail<Priced & { at: Date; since: Date }>({
  name: "billing.yearly_reminder",
  previews: { usual: { ...demo, periodUnit: "month", amount: 1499, at: demoDay, since: demoDay } },
  write: ({ at, since, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your subscription: a yearly reminder"),
    preheader: msg("{plan} continues until you cancel.", { plan: planText(plan) }),
    heading: msg("A yearly reminder"),
    paragraphs: [
      msg("You’ve had {plan} since {since}. It renews automatically until you cancel.", {
        plan: planText(plan),
        since: day(since),
      }),
      msg("You can change your plan or cancel anytime."),
    ],
    facts: [
      { label: msg("Plan"), value: planText(plan) },
      {
        label: msg("Next charge"),
        value: msg("{amount} on {at}", { amount: money(amount, currencyCode), at: day(at) }),
      },
    ],
    action: changeOrCancel,
  }),
});

/** `lastDay`: the last day on which the card works. */
export const cardExpiringEmail = defineBillingEmail<{
  brand: string | null;
  last4: string | null;
  lastDay: Date;
  nextBillingAt: Date;
}>({
  name: "billing.card_expiring",
  previews: {
    usual: { brand: "visa", last4: "4242", lastDay: demoDay, nextBillingAt: demoEnd },
    unknown: { brand: null, last4: null, lastDay: demoDay, nextBillingAt: demoEnd },
  },
  write: ({ brand, last4, lastDay, nextBillingAt }, { day }) => ({
    subject: msg("Your card expires soon"),
    preheader: msg("It works until {lastDay}.", { lastDay: day(lastDay) }),
    paragraphs: [
      last4
        ? msg("Your card {card} works until {lastDay}. Your next payment is on {nextBillingAt}.", {
            card: [brand && brand.charAt(0).toUpperCase() + brand.slice(1), `•••• ${last4}`]
              .filter(Boolean)
              .join(" "),
            lastDay: day(lastDay),
            nextBillingAt: day(nextBillingAt),
          })
        : msg("Your card works until {lastDay}. Your next payment is on {nextBillingAt}.", {
            lastDay: day(lastDay),
            nextBillingAt: day(nextBillingAt),
          }),
      msg("Add another payment method, so that your subscription continues."),
    ],
    action: { label: msg("Update payment method"), path: `${paths.subscription()}?do=pay` },
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
    subject: msg("Your payment didn’t go through"),
    preheader: msg("You keep access for now."),
    paragraphs: [
      msg("{amount} for {plan} was declined. You keep access for now.", {
        amount: money(amount, currencyCode),
        plan: planText(plan),
      }),
      retryAt
        ? msg("We’ll retry on {retryAt}, or you can pay now with another method.", { retryAt: day(retryAt) })
        : msg("We can’t charge this card. Update your payment method by {endsAt} to keep access.", {
            endsAt: day(endsAt),
          }),
    ],
    action: { label: msg("Pay now"), path: paths.payInvoice() },
  }),
});

/** Sent when the bank wants the person to confirm a renewal. */
export const confirmationNeededEmail = defineBillingEmail<Priced & { endsAt: Date }>({
  name: "billing.confirmation_needed",
  previews: { usual: { ...demo, endsAt: demoDay } },
  write: ({ endsAt, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Confirm your payment"),
    preheader: msg("You keep access until {endsAt}.", { endsAt: day(endsAt) }),
    paragraphs: [
      msg("Your bank asks you to confirm {amount} for {plan}.", {
        amount: money(amount, currencyCode),
        plan: planText(plan),
      }),
      msg("Confirm it by {endsAt}. Otherwise your subscription ends that day, and you owe nothing.", {
        endsAt: day(endsAt),
      }),
    ],
    action: { label: msg("Confirm payment"), path: paths.payInvoice() },
  }),
});

/** Sent when dunning is exhausted. */
export const stoppedEmail = defineBillingEmail<NamedPlan>({
  name: "billing.stopped",
  previews: { usual: demo },
  write: (plan) => ({
    subject: msg("Your subscription has ended"),
    preheader: msg("We couldn’t collect your payment."),
    paragraphs: [
      msg("We couldn’t collect payment for {plan}, so your subscription ended. You owe nothing.", {
        plan: planText(plan),
      }),
      msg("Your progress, badges, and saved classes are still in your account."),
    ],
    action: { label: msg("See plans"), path: paths.checkout() },
  }),
});

/** Confirms a cancellation. */
export const canceledEmail = defineBillingEmail<NamedPlan & { accessEndsAt: Date | null }>({
  name: "billing.canceled",
  previews: { usual: { ...demo, accessEndsAt: demoDay }, ended: { ...demo, accessEndsAt: null } },
  write: ({ accessEndsAt, ...plan }, { day }) => ({
    subject: msg("Your subscription is canceled"),
    preheader: accessEndsAt
      ? msg("You keep access until {accessEndsAt}.", { accessEndsAt: day(accessEndsAt) })
      : msg("It has ended."),
    paragraphs: [
      accessEndsAt
        ? msg("{plan} ends on {accessEndsAt}. You keep access until then, and you won’t be charged again.", {
            plan: planText(plan),
            accessEndsAt: day(accessEndsAt),
          })
        : msg("{plan} has ended. You won’t be charged again.", { plan: planText(plan) }),
      ...(accessEndsAt ? [msg("Changed your mind? You can resume before then.")] : []),
    ],
  }),
});

export const pausedEmail = defineBillingEmail<NamedPlan & { resumesAt: Date }>({
  name: "billing.paused",
  previews: { usual: { ...demo, resumesAt: demoDay } },
  write: ({ resumesAt, ...plan }, { day }) => ({
    subject: msg("Paused until {resumesAt}", { resumesAt: day(resumesAt) }),
    preheader: msg("No charges while paused."),
    heading: msg("Your subscription is paused"),
    paragraphs: [
      msg(
        "{plan} is paused until {resumesAt}. No charges while paused. We’ll credit unused time to your next payment.",
        { plan: planText(plan), resumesAt: day(resumesAt) },
      ),
    ],
  }),
});

export const resumeReminderEmail = defineBillingEmail<Priced & { at: Date }>({
  name: "billing.resume_reminder",
  previews: { usual: { ...demo, at: demoDay } },
  write: ({ at, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your pause ends on {at}", { at: day(at) }),
    preheader: msg("{amount} will be charged that day.", { amount: money(amount, currencyCode) }),
    heading: msg("Your pause ends soon"),
    paragraphs: [
      msg("Your pause ends on {at}. We’ll charge {amount} for {plan} and restore access.", {
        at: day(at),
        amount: money(amount, currencyCode),
        plan: planText(plan),
      }),
      msg("Not ready? Cancel before then and you won’t be charged."),
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
      subject: msg("Your contract is withdrawn"),
      preheader:
        money > 0
          ? msg("Your refund of {money} is on its way.", { money: text(money) })
          : msg("You won’t be charged again."),
      paragraphs: [
        msg("You withdrew from your contract for {plan} on {at}. You bought it on {boughtAt}.", {
          plan: planText(plan),
          at: time(at),
          boughtAt: day(boughtAt),
        }),
        ...(used > 0 ? [msg("The days you used cost {used}.", { used: text(used) })] : []),
        ...(money > 0
          ? [
              msg("We’ll refund {money} to your original payment method within 14 days.", {
                money: text(money),
              }),
            ]
          : []),
        ...(credit > 0 ? [msg("We added {credit} to your account credit.", { credit: text(credit) })] : []),
        ...(credit < 0
          ? [msg("We removed {credit} of account credit that came with it.", { credit: text(-credit) })]
          : []),
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
  /** The plan that ended in the same step. */
  endedPlan: string | null;
  /** Account credit for time that is refunded now. */
  creditTaken: number;
}>({
  name: "billing.refunded",
  previews: {
    usual: { amount: 11_900, currencyCode: "USD", creditNoteId: demoId, endedPlan: null, creditTaken: 0 },
    without_note: {
      amount: 11_900,
      currencyCode: "USD",
      creditNoteId: null,
      endedPlan: null,
      creditTaken: 0,
    },
    ended: {
      amount: 11_900,
      currencyCode: "USD",
      creditNoteId: demoId,
      endedPlan: "Premium",
      creditTaken: 500,
    },
  },
  write: ({ amount, currencyCode, creditNoteId, endedPlan, creditTaken }, { money }) => ({
    subject: msg("Your refund of {amount} is on its way", { amount: money(amount, currencyCode) }),
    preheader: msg("To your original payment method, within 10 days."),
    heading: msg("Your refund is on its way"),
    paragraphs: [
      msg("We’ve refunded {amount} to your original payment method. It can take up to 10 days.", {
        amount: money(amount, currencyCode),
      }),
      ...(creditTaken > 0
        ? [
            msg("We removed {amount} of account credit that you had for the same time.", {
              amount: money(creditTaken, currencyCode),
            }),
          ]
        : []),
      ...(endedPlan
        ? [msg("Your {plan} plan has ended. You won’t be charged again.", { plan: endedPlan })]
        : []),
      ...(creditNoteId ? [msg("Your credit note is attached.")] : []),
    ],
    ...(creditNoteId ? { attachments: [creditNoteAttachment(creditNoteId)] } : {}),
  }),
});
