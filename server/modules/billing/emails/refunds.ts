import { msg } from "../../../platform/i18n/messages.ts";
import { creditNoteAttachment } from "../invoices/attachment-refs.ts";
import { planText } from "../texts.ts";
import type { NamedPlan } from "../texts.ts";
import { defineBillingEmail, demo, demoDay, demoId } from "./template.ts";

const maxAttachments = 5;

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
