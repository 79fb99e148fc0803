import { z } from "zod";
import { isLocale, locales } from "../../../../contract/locales.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { isBodyMailable } from "../../../platform/mail/content.ts";
import { bodyOf, hasTable } from "../../../platform/mail/markdown.ts";
import { readText } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";

/** Longest texts in characters, and most cards. */
const limits = { subject: 120, body: 10_000, cards: 3 } as const;

export const cardKinds = ["class", "course", "coupon"] as const;
export type CardKind = (typeof cardKinds)[number];

/** The texts of a message in one language; the body is Markdown. */
const text = z.object({ subject: z.string(), body: z.string() });
export type MessageText = z.infer<typeof text>;
const card = z.object({ kind: z.enum(cardKinds), id: z.string() });
/** What a message is about: the id of a class or a course, or a promo code. */
export type Card = z.infer<typeof card>;

/** What a message says. */
export interface MessageContent {
  readonly texts: Readonly<Partial<Record<Locale, MessageText>>>;
  readonly cards: readonly Card[];
}
export const storedTexts = z.partialRecord(z.enum(locales), text);
export const storedCards = z.array(card);

/** What an editor sends. */
export interface GivenContent {
  readonly texts: readonly { readonly locale: string; readonly subject: string; readonly body: string }[];
  readonly cards: readonly Card[];
}

/** Reads what an editor wrote; it may be incomplete. @throws BadInput naming the field, such as `texts.de.subject` */
export function readContent({ texts, cards }: GivenContent): MessageContent {
  if (cards.length > limits.cards)
    throw new BadInput("cards", msg("Add at most {max} cards.", { max: limits.cards }));
  if (cards.some(({ kind, id }) => (kind === "coupon" ? !/^[\w-]{1,40}$/.test(id) : !isUuid(id))))
    throw new BadInput("cards", msg("Choose a class, a course or a promo code."));
  const read: Partial<Record<Locale, MessageText>> = {};
  for (const { locale, subject, body } of texts) {
    if (!isLocale(locale)) throw new BadInput("texts", inEnglish(`Choose one of ${locales.join(", ")}.`));
    const written = {
      subject: readText(subject.replaceAll(/\s+/g, " "), `texts.${locale}.subject`, limits.subject),
      body: readText(body, `texts.${locale}.body`, limits.body),
    };
    if (hasTable(written.body))
      throw new BadInput(`texts.${locale}.body`, msg("Tables can’t be shown. Write a list instead."));
    // What was saved can be sent.
    if (!isBodyMailable(bodyOf(written.body)))
      throw new BadInput(
        `texts.${locale}.body`,
        msg("This text has too many paragraphs for an email, or a link that is too long."),
      );
    if (written.subject !== "" || written.body !== "") read[locale] = written;
  }
  return { texts: read, cards: cards.map(({ kind, id }) => ({ kind, id })) };
}

/**
 * Checks that everyone gets a whole text: the studio's language has one, and none is half written.
 * @throws BadInput naming the field
 */
export function requireComplete({ texts }: MessageContent, studioLocale: Locale): void {
  for (const locale of locales) {
    const found = texts[locale];
    if (!found && locale !== studioLocale) continue;
    if (!found?.subject) throw new BadInput(`texts.${locale}.subject`, msg("Write a subject."));
    if (!found.body) throw new BadInput(`texts.${locale}.body`, msg("Write a text."));
  }
}

/** The text for a reader: in their language if there is one, else in the studio's; null of an empty draft. */
export const textFor = (
  { texts }: Pick<MessageContent, "texts">,
  locale: Locale,
  studioLocale: Locale,
): MessageText | null => texts[locale] ?? texts[studioLocale] ?? Object.values(texts)[0] ?? null;
