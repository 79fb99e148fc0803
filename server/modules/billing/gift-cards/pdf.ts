import { paths } from "../../../../contract/urls.ts";
import type { Ctx } from "../../../ctx.ts";
import { msg, translate } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { defineAttachment } from "../../../platform/mail/attachments.ts";
import { defaultReader } from "../../identity/index.ts";
import { drawPages } from "../invoices/pdf-page.ts";
import type { PagePart } from "../invoices/pdf-page.ts";
import { textsFor } from "../texts.ts";
import { shownGiftCode } from "./code.ts";
import { giftValueOf, storedLocale } from "./deliver.ts";
import { giftCardKind, giftText } from "./emails.ts";
import { findGiftCard } from "./store.ts";
import type { GiftCardRow } from "./store.ts";

/** A gift card to print, in the language of the person whom it is for. */
export function giftCardPdf(ctx: Ctx, card: GiftCardRow): Promise<Buffer> {
  const reader = { ...defaultReader, locale: storedLocale(card.recipientLocale) };
  const say = (message: Message): string => translate(message, reader.locale);
  const text = (line: string): PagePart => ({ kind: "text", text: line });
  const row = (name: Message, value: string): PagePart => ({
    kind: "row",
    name: say(name),
    value,
    isStrong: true,
  });
  const gift = giftText(giftValueOf(ctx, card), textsFor(reader).money);
  const words = [card.message, card.senderName && `— ${card.senderName}`].filter(Boolean);
  return drawPages({
    title: say(msg("Gift card")),
    locale: reader.locale,
    country: null,
    issuer: ctx.studio.name,
    logo: ctx.studio.brand.logo?.light ?? null,
    createdAt: card.activatedAt ?? card.createdAt,
    parts: [
      { kind: "gap" },
      { kind: "heading", text: say(msg("Gift card")) },
      ...words.map(text),
      ...(words.length > 0 ? [{ kind: "gap" } as const] : []),
      { kind: "rule" },
      row(msg("Gift"), say(gift)),
      { kind: "rule" },
      text(say(msg("Code"))),
      { kind: "heading", text: shownGiftCode(card.code) },
      text(
        say(msg("Redeem it at {url}. It doesn’t expire.", { url: `${ctx.publicUrl}${paths.redeemGift()}` })),
      ),
    ],
  });
}

defineAttachment(giftCardKind, async (ctx, id) => {
  const card = await findGiftCard(ctx.db, id);
  // A card that was returned before its email left is worth nothing.
  if (card?.state !== "active") return null;
  return { name: "gift-card.pdf", type: "application/pdf", content: await giftCardPdf(ctx, card) };
});
