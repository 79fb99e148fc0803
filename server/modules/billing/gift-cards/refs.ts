import { localeOf } from "../../../../contract/locales.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import type { GiftCardRow } from "./store.ts";
import type { GiftTexts } from "./text.ts";

/** What a card is now, for its buyer and for staff. */
const statuses = ["pending", "failed", "waiting", "sent", "redeemed", "voided", "refunded"] as const;

export function statusOf(card: GiftCardRow): (typeof statuses)[number] {
  if (card.state === "pending" || card.state === "failed") return card.state;
  if (card.state === "voided") return card.amountRefunded > 0 ? "refunded" : "voided";
  if (card.redeemedAt) return "redeemed";
  return card.sentAt || card.recipientEmail === null ? "sent" : "waiting";
}
export const GiftCardStatusEnum = builder.enumType("GiftCardStatus", {
  description: "`waiting`: for its day. `sent`: emailed, or handed over by its buyer.",
  values: statuses,
});

export const GiftInput = builder.inputType("GiftInput", {
  description: "What a gift card says, to whom, and when.",
  fields: (t) => ({
    senderName: t.string({ description: "Who it is from, as the recipient reads it." }),
    message: t.string(),
    recipientEmail: t.string({ description: "Without it, the buyer hands the card over." }),
    recipientLocale: t.string({ required: true, description: "Language of the email and the PDF." }),
    sendOn: t.string({ description: "YYYY-MM-DD of the studio's calendar; now without it." }),
  }),
});

/** What a `GiftInput` says. */
export const giftTextsOf = (input: typeof GiftInput.$inferInput): GiftTexts => ({
  senderName: input.senderName ?? "",
  message: input.message ?? "",
  recipientEmail: input.recipientEmail ?? null,
  recipientLocale: localeOf(input.recipientLocale),
  sendOn: input.sendOn ?? null,
});
