import { z } from "zod";
import { localeOf } from "../../../../contract/locales.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { mailPerson } from "../../identity/index.ts";
import { notifyOfMessage } from "../../notifications/index.ts";
import type { Notified } from "../../notifications/index.ts";
import { shownCards } from "./cards.ts";
import type { ShownCard } from "./cards.ts";
import { storedCards, storedTexts, textFor } from "./content.ts";
import type { MessageContent, MessageText } from "./content.ts";
import { messageEmail } from "./email.ts";
import { findUnmailedLocked, recordMailed } from "./store-mail.ts";
import { claimRecipients, recordNotified } from "./store-recipients.ts";
import { isStepOn } from "./store-series.ts";
import { findMessage, isAnnouncement } from "./store.ts";
import type { MessageRow } from "./store.ts";

/** A person a message is sent to. */
export interface Recipient {
  readonly id: string;
  readonly locale: string | null;
}

/** A message in the languages of its recipients. */
export interface Rendered {
  readonly text: MessageText;
  readonly cards: readonly ShownCard[];
}

export const contentOf = ({ texts, cards }: Pick<MessageRow, "texts" | "cards">): MessageContent => ({
  texts: storedTexts.parse(texts),
  cards: storedCards.parse(cards),
});

/** What a message says in a language; null of an empty draft. */
export async function renderMessage(
  ctx: Ctx,
  content: MessageContent,
  locale: Locale,
): Promise<Rendered | null> {
  const text = textFor(content, locale, ctx.studio.locale);
  return text && { text, cards: await shownCards(ctx, content.cards, locale) };
}

/** Renders a message in every language that recipients read. */
export async function renderFor(
  ctx: Ctx,
  content: MessageContent,
  recipients: readonly Recipient[],
): Promise<Map<Locale, Rendered>> {
  const found = new Map<Locale, Rendered>();
  for (const locale of new Set(recipients.map((one) => localeOf(one.locale)))) {
    const rendered = await renderMessage(ctx, content, locale);
    if (rendered) found.set(locale, rendered);
  }
  return found;
}

/**
 * Notifies people of a message, each once, however often and wherever this runs: who is claimed here is notified in the same
 * transaction.
 * @returns how many were notified in any way
 */
export async function notifyRecipients(
  tx: Tx,
  given: {
    readonly messageId: string;
    readonly recipients: readonly Recipient[];
    readonly rendered: ReadonlyMap<Locale, Rendered>;
  },
): Promise<number> {
  const { messageId, recipients, rendered } = given;
  const claimed = new Set(
    await claimRecipients(tx.db, {
      messageId,
      personIds: recipients.map(({ id }) => id),
      now: tx.clock.now(),
    }),
  );
  const fresh = recipients.filter(({ id }) => claimed.has(id));
  const notified: { personId: string; byInbox: boolean; byPush: boolean; emailId: string | null }[] = [];
  for (const [locale, readers] of Map.groupBy(fresh, (one) => localeOf(one.locale))) {
    const { text, cards } = rendered.get(locale)!;
    const notices = await notifyOfMessage(tx, {
      sourceId: `studio:${messageId}`,
      kind: "StudioAnnouncement",
      people: readers.map(({ id }) => id),
      subject: text.subject,
      path: paths.message(messageId),
    });
    for (const one of notices)
      notified.push({
        personId: one.personId,
        byInbox: one.byInbox,
        byPush: one.byPush,
        emailId: await mailNotified(tx, one, { id: messageId, text, cards }),
      });
  }
  if (notified.length > 0) await recordNotified(tx.db, { messageId, notified });
  return notified.length;
}

/**
 * Emails someone who agreed to it; at the end of their quiet hours by a job of its own.
 * @returns the email's id; null without one yet
 */
async function mailNotified(
  tx: Tx,
  { personId, email }: Notified,
  message: Rendered & { readonly id: string },
): Promise<string | null> {
  if (!email) return null;
  const { unsubscribePath } = email;
  if (!email.at)
    return mailPerson(tx, { personId, isBulk: true, email: messageEmail({ ...message, unsubscribePath }) });
  await tx.enqueue(mailLaterJob, { messageId: message.id, personId, unsubscribePath }, { runAt: email.at });
  return null;
}

/**
 * Emails a message after the quiet hours of someone who still wants it then, and can be written to; that of a series only while it is
 * on. Idempotent.
 */
export const mailLaterJob = defineJob({
  name: "studio.mail_message",
  schema: z.object({
    messageId: z.uuid(),
    personId: z.uuid(),
    unsubscribePath: z.string(),
  }),
  maxAttempts: 12,
  run: async (ctx, { messageId, personId, unsubscribePath }) => {
    const message = await findMessage(ctx.db, messageId);
    if (!message || !(isAnnouncement(message) || (await isStepOn(ctx.db, messageId)))) return;
    await ctx.transact(async (tx) => {
      const of = { messageId, personId };
      const reader = await findUnmailedLocked(tx.db, { ...of, now: tx.clock.now() });
      const rendered = reader && (await renderMessage(ctx, contentOf(message), localeOf(reader.locale)));
      if (!rendered) return;
      const email = messageEmail({ ...rendered, id: messageId, unsubscribePath });
      const emailId = await mailPerson(tx, { personId, isBulk: true, email });
      if (emailId) await recordMailed(tx.db, { ...of, emailId });
    });
  },
});
