import { paths } from "../../../../contract/urls.ts";
import { msg, verbatim } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import type { AttachmentRef } from "../../../platform/mail/attachments.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import { textsFor } from "../texts.ts";
import { shownGiftCode } from "./code.ts";

export const giftCardKind = "billing.gift_card";
const attachmentOf = (id: string): AttachmentRef => ({ kind: giftCardKind, id });

/** What a gift card is worth. Minor units. */
export interface GiftValue {
  readonly amount: number;
  readonly currencyCode: string;
  readonly planName: string | Message | null;
  readonly months: number | null;
}

/** "$50.00", or "3 months of Premium". */
export const giftText = (
  { amount, currencyCode, planName, months }: GiftValue,
  money: (amount: number, currencyCode: string) => string,
): Message =>
  planName !== null && months !== null
    ? msg("{months, plural, one {# month of {plan}} other {# months of {plan}}}", { months, plan: planName })
    : verbatim(money(amount, currencyCode));

/** Opens the page that redeems a code. The code is in the fragment, which no server logs. */
const redeemPath = (code: string): string => `${paths.redeemGift()}#${shownGiftCode(code)}`;

const demo = { amount: 5_000, currencyCode: "USD", planName: null, months: null };
const demoMonths = { amount: 4_497, currencyCode: "USD", planName: "Premium", months: 3 };
const demoCard = { id: "00000000-0000-4000-8000-000000000001", code: "DEMQDEMQDEMQDEMQ" };
const demoDay = new Date("2026-12-24T08:00:00Z");

/** The gift card itself, to the person whom it is for. */
export const giftCardEmail = defineEmail<
  GiftValue & { id: string; code: string; senderName: string; message: string }
>({
  name: "billing.gift_card",
  previews: {
    usual: { ...demo, ...demoCard, senderName: "Demo Ana", message: "Demo: have fun!" },
    months: { ...demoMonths, ...demoCard, senderName: "", message: "" },
  },
  write: ({ id, code, senderName, message, ...value }, reader) => {
    const gift = giftText(value, textsFor(reader).money);
    const words = [message, senderName].filter(Boolean).join("\n— ");
    const { studioName } = reader;
    return {
      subject: msg("A gift card for {studioName}", { studioName }),
      preheader: msg("Redeem it whenever you like."),
      heading: msg("You have a gift card"),
      ...(words ? { quote: verbatim(words) } : {}),
      paragraphs: [
        msg("Someone gave you {gift} at {studioName}.", { gift, studioName }),
        msg("Sign in or sign up, and redeem your code. It doesn’t expire."),
      ],
      facts: [
        { label: msg("Gift"), value: gift },
        { label: msg("Code"), value: shownGiftCode(code) },
      ],
      action: { label: msg("Redeem"), path: redeemPath(code) },
      footnote: msg("You get this email because someone bought a gift card for this address."),
      attachments: [attachmentOf(id)],
    };
  },
});

/** The receipt of a gift card, to its buyer. No tax is due on its sale; see ADR 0325. */
export const giftCardBoughtEmail = defineEmail<
  GiftValue & { id: string; code: string; recipientEmail: string | null; sendAt: Date }
>({
  name: "billing.gift_card_bought",
  previews: {
    usual: {
      ...demo,
      ...demoCard,
      recipientEmail: "demo@example.test",
      sendAt: demoDay,
    },
    own: { ...demoMonths, ...demoCard, recipientEmail: null, sendAt: demoDay },
  },
  write: ({ id, code, recipientEmail, sendAt, ...value }, reader) => {
    const { day, money } = textsFor(reader);
    const gift = giftText(value, money);
    return {
      subject: msg("Your gift card is ready"),
      preheader: msg("Your receipt, and the card as a PDF."),
      heading: msg("Your gift card is ready"),
      paragraphs: [
        recipientEmail === null
          ? msg("Print the attached card, or pass on its code.")
          : msg("We’ll email it to {email} on {day}.", { email: recipientEmail, day: day(sendAt) }),
        msg("{studioName} charged no tax. Tax is part of the invoices that the card pays for.", {
          studioName: reader.studioName,
        }),
      ],
      facts: [
        { label: msg("Gift"), value: gift },
        { label: msg("Paid"), value: money(value.amount, value.currencyCode) },
        { label: msg("Code"), value: shownGiftCode(code) },
      ],
      action: { label: msg("See your gift cards"), path: paths.giftCards() },
      footnote: msg(
        "You get this email because you bought a gift card. Until it’s redeemed, you can return it.",
      ),
      attachments: [attachmentOf(id)],
    };
  },
});

/** Says that a gift card was refunded, to its buyer. */
export const giftCardRefundedEmail = defineEmail<{ amount: number; currencyCode: string }>({
  name: "billing.gift_card_refunded",
  previews: { usual: { amount: 5_000, currencyCode: "USD" } },
  write: (refund, reader) => {
    const amount = textsFor(reader).money(refund.amount, refund.currencyCode);
    return {
      subject: msg("Your refund of {amount} is on its way", { amount }),
      preheader: msg("To your original payment method, within 10 days."),
      heading: msg("Your refund is on its way"),
      paragraphs: [
        msg("We’ve refunded {amount} of your gift card to your original payment method.", { amount }),
        msg("It can take up to 10 days. The card’s code no longer works."),
      ],
      footnote: msg("You get this email because you bought a gift card."),
    };
  },
});
