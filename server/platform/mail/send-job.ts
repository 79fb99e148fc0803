import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { FormatContext } from "../../../contract/formats/context.ts";
import type { Tx } from "../../ctx.ts";
import { defineEvent } from "../events.ts";
import { defineJob } from "../jobs/job.ts";
import { drawAttachments } from "./attachments.ts";
import { emailContentShape } from "./content.ts";
import type { EmailContent } from "./content.ts";
import { insertSentEmail, markEmailFailed, markEmailSent } from "./sent-emails.ts";
import { suppressAddress, suppressionOf } from "./suppression.ts";
import { emailStudioOf, inlineImagesOf, renderEmail } from "./render.ts";

/** Attempts; with the worker's back-off the last one is after about a day. */
const maxAttempts = 16;

/** Emails that come in waves wait behind those that a person is waiting for, such as a sign-in link. */
const bulkPriority = 5;

/** The mail server took an email whose sender asked to be told. */
export const mailSent = defineEvent("mail.sent", z.object({ receipt: z.string() }));

/**
 * Whether a mail server refused an email for good: a reply of 500 to 599 to its addresses or text, such as for an unknown mailbox.
 * The same replies to our password refuse no email.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "EENVELOPE" || error.code === "EMESSAGE") &&
  "responseCode" in error &&
  typeof error.responseCode === "number" &&
  error.responseCode >= 500;

/**
 * Whether the address itself was refused: by its enhanced status (RFC 3463), no such mailbox or host, or a closed one. Not 5.1.0,
 * by which Postfix refuses our sender at the recipient's turn.
 */
const isDeadAddress = (error: unknown): boolean => {
  const { command, response = "" } = error as { command?: string; response?: string };
  return (
    isRefusal(error) && command !== "MAIL FROM" && /^\d{3}[ -]5\.(?:1\.[1-3]|1\.10|2\.1)\b/.test(response)
  );
};

/**
 * Renders and sends an email. One that can be unsubscribed from isn't sent to a mailbox that doesn't exist, or whose owner called one
 * spam: that would cost the studio's name with mail servers.
 */
export const sendMailJob = defineJob({
  name: "mail.send",
  schema: emailContentShape.extend({
    id: z.uuid(),
    to: z.email(),
    writtenAt: z.iso.datetime(),
    locale: z.string().default("en"),
    receipt: z.string().optional(),
  }),
  maxAttempts,
  run: async (ctx, { id, to, writtenAt, locale, receipt, ...content }, { isLastAttempt: isLast }) => {
    if (content.unsubscribePath && (await suppressionOf(ctx, to)))
      return markEmailFailed(ctx, { id, isRefused: true, isLast: true });
    const { publicUrl } = ctx;
    const studio = emailStudioOf(ctx);
    const { html, text } = await renderEmail(content, { locale, publicUrl, studio });
    const attachments = [
      ...inlineImagesOf(studio.brand),
      ...(await drawAttachments(ctx, content.attachments ?? [])),
    ];
    try {
      await ctx.ports.mailer.send({
        id,
        to,
        subject: content.subject,
        studioName: studio.name,
        html,
        text,
        writtenAt: new Date(writtenAt),
        unsubscribeUrl: content.unsubscribePath ? publicUrl + content.unsubscribePath : null,
        attachments,
      });
    } catch (error) {
      await markEmailFailed(ctx, { id, isRefused: isRefusal(error), isLast });
      if (isDeadAddress(error))
        await suppressAddress(ctx, { address: to, reason: "bounce", now: ctx.clock.now() });
      throw error;
    }
    await markEmailSent(ctx, id);
    if (receipt) await ctx.transact((tx) => tx.publish(mailSent, { receipt }));
  },
});

/**
 * Queues an email in the caller's transaction, and records it for `personId`. It is sent after the commit; then `mail.sent` follows, if it has a `receipt`. Modules send by identity's
 * `mailPerson`.
 * @returns its id
 */
export async function queueEmail(
  tx: Tx,
  email: {
    to: string;
    /** Null for an address without an account. */
    personId: string | null;
    reader: FormatContext;
    content: EmailContent;
    receipt?: string;
    isBulk?: boolean;
    /** Not before; at once by default. */
    at?: Date | null;
  },
): Promise<string> {
  const { personId } = email;
  const { recordedAs = email.content.subject, ...content } = email.content;
  const id = randomUUID();
  const now = tx.clock.now();
  if (personId) await insertSentEmail(tx.db, { id, personId, subject: recordedAs, now });
  await tx.enqueue(
    sendMailJob,
    {
      ...content,
      id,
      to: email.to,
      writtenAt: now.toISOString(),
      locale: email.reader.locale,
      ...(email.receipt ? { receipt: email.receipt } : {}),
    },
    { ...(email.isBulk && { priority: bulkPriority }), ...(email.at && { runAt: email.at }) },
  );
  return id;
}
