import { z } from "zod";
import { isLocale, sourceLocale } from "../../../../contract/locales.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Tx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import type { Email } from "../../../platform/mail/template.ts";
import { mailAddress, mailPerson } from "../../identity/index.ts";
import { contentText } from "../../site/index.ts";
import { billingNow } from "../clock.ts";
import { giftCardBoughtEmail, giftCardEmail, giftCardRefundedEmail } from "./emails.ts";
import type { GiftValue } from "./emails.ts";
import { listUnsentGiftCards, lockGiftCard, updateGiftCard } from "./store.ts";
import type { GiftCardRow } from "./store.ts";

const cardsPerRun = 500;

/** A stored language; English if the interface isn't in it any more. */
export const storedLocale = (locale: string): Locale => (isLocale(locale) ? locale : sourceLocale);

/** What a card is worth, with its plan's name as the studio translates it. */
export const giftValueOf = (
  { studio }: Pick<Tx, "studio">,
  { amount, currencyCode, planId, planName, months }: GiftCardRow,
): GiftValue => ({
  amount,
  currencyCode,
  planName:
    planId !== null && planName !== null ? contentText(studio, "plan", planId, "name", planName) : null,
  months,
});

/** Emails a locked, good card to the person whom it is for, once its day has come. Repeated calls send nothing. */
export async function deliverGiftCard(tx: Tx, card: GiftCardRow, now: Date): Promise<GiftCardRow> {
  const { recipientEmail, state, sentAt, sendAt } = card;
  if (recipientEmail === null || state !== "active" || sentAt !== null || sendAt > now) return card;
  await mailAddress(tx, {
    address: recipientEmail,
    personId: null,
    locale: storedLocale(card.recipientLocale),
    email: giftCardEmail({
      ...giftValueOf(tx, card),
      id: card.id,
      code: card.code,
      senderName: card.senderName,
      message: card.message,
    }),
  });
  return updateGiftCard(tx.db, card, { sentAt: now });
}

async function mailBuyer(tx: Tx, card: GiftCardRow, email: Email): Promise<void> {
  const { buyerId, buyerEmail } = card;
  if (buyerEmail !== null)
    await mailAddress(tx, {
      address: buyerEmail,
      personId: null,
      locale: storedLocale(card.buyerLocale),
      email,
    });
  else if (buyerId !== null) await mailPerson(tx, { personId: buyerId, email });
}

/** The receipt of a card that was just paid. */
export const mailGiftCardBought = (tx: Tx, card: GiftCardRow): Promise<void> =>
  mailBuyer(
    tx,
    card,
    giftCardBoughtEmail({
      ...giftValueOf(tx, card),
      id: card.id,
      code: card.code,
      recipientEmail: card.recipientEmail,
      sendAt: card.sendAt,
    }),
  );

/** Says what of a card was refunded, in minor units. */
export const mailGiftCardRefunded = (tx: Tx, card: GiftCardRow, amount: number): Promise<void> =>
  mailBuyer(tx, card, giftCardRefundedEmail({ amount, currencyCode: card.currencyCode }));

/** Sends the gift cards whose day has come. */
export const deliverGiftCardsJob = defineJob({
  name: "billing.deliver_gift_cards",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx) => {
    const now = await billingNow(ctx);
    for (const { id } of await listUnsentGiftCards(ctx.db, now, cardsPerRun))
      await ctx.transact(async (tx) => {
        const card = await lockGiftCard(tx.db, id);
        if (card) await deliverGiftCard(tx, card, now);
      });
  },
});
