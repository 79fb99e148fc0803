import { formatList } from "../../../../contract/formats/names.ts";
import { paths } from "../../../../contract/urls.ts";
import { msg, translate } from "../../../platform/i18n/messages.ts";
import { invoiceAttachment } from "../invoices/attachment-refs.ts";
import { planText } from "../texts.ts";
import type { NamedPlan } from "../texts.ts";
import { defineBillingEmail, demo, demoDay, demoEnd, demoId, demoPassEnd } from "./template.ts";
import type { Priced } from "./template.ts";

export interface ReceiptProps extends NamedPlan {
  readonly invoiceId: string;
  readonly number: string;
  readonly amountDue: number;
  readonly currencyCode: string;
  readonly from: Date;
  readonly to: Date;
  /** Bought to keep. */
  readonly isForever?: boolean;
  /** When the pass ends; null for a plan that renews. */
  readonly endsAt: Date | null;
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
      endsAt: null,
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
      endsAt: null,
      taxes: [],
    },
    pass: {
      ...demo,
      planName: "Premium pass",
      period: 10,
      periodUnit: "day",
      isPass: true,
      invoiceId: demoId,
      number: "EC-2026-000044",
      amountDue: 900,
      from: demoDay,
      to: demoPassEnd,
      endsAt: demoPassEnd,
      taxes: [],
    },
    course: {
      ...demo,
      planName: "Salsa in four weeks",
      period: 100,
      periodUnit: "year",
      isPass: true,
      invoiceId: demoId,
      number: "EC-2026-000045",
      amountDue: 4900,
      from: demoDay,
      to: demoPassEnd,
      endsAt: demoPassEnd,
      isForever: true,
      taxes: [],
    },
  },
  write: (
    { invoiceId, number, amountDue, currencyCode, from, to, endsAt, isForever, taxes, ...plan },
    { day, time, money, percent },
    reader,
  ) => ({
    subject: msg("Your receipt {number}", { number }),
    preheader: msg("{amountDue} for {plan}.", {
      amountDue: money(amountDue, currencyCode),
      plan: planText(plan),
    }),
    heading: msg("Payment received"),
    paragraphs: [
      isForever
        ? msg("{amountDue} for {plan}.", { amountDue: money(amountDue, currencyCode), plan: planText(plan) })
        : msg("{amountDue} for {plan}, from {from} to {to}.", {
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
      ...(endsAt && !isForever
        ? [msg("Your pass ends on {endsAt}. It doesn’t renew.", { endsAt: time(endsAt) })]
        : []),
      msg("Your invoice is attached. You can also download it from your invoices."),
    ],
    attachments: [invoiceAttachment(invoiceId)],
    action: { label: msg("See invoices"), path: paths.subscription() },
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
