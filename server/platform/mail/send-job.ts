import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { FormatContext } from "../../../contract/formats/context.ts";
import type { Tx } from "../../ctx.ts";
import { defineJob } from "../jobs/job.ts";
import { drawAttachments } from "./attachments.ts";
import { emailContentShape } from "./content.ts";
import type { EmailContent } from "./content.ts";
import { emailStudioOf, renderEmail } from "./render.ts";

/** Attempts; with the worker's back-off the last one is after about a day. */
const maxAttempts = 16;

/** Renders and sends an email. */
export const sendMailJob = defineJob({
  name: "mail.send",
  schema: emailContentShape.extend({
    id: z.uuid(),
    to: z.email(),
    writtenAt: z.iso.datetime(),
    locale: z.string().default("en"),
  }),
  maxAttempts,
  run: async (ctx, { id, to, writtenAt, locale, ...content }) => {
    const { publicUrl } = ctx;
    const studio = emailStudioOf(ctx);
    const { html, text } = await renderEmail(content, { locale, publicUrl, studio });
    await ctx.ports.mailer.send({
      id,
      to,
      subject: content.subject,
      studioName: studio.name,
      html,
      text,
      writtenAt: new Date(writtenAt),
      unsubscribeUrl: content.unsubscribePath ? publicUrl + content.unsubscribePath : null,
      attachments: await drawAttachments(ctx, content.attachments ?? []),
    });
  },
});

/** Queues an email in the caller's transaction. It is sent after the commit. Modules send by identity's `mailPerson`. */
export async function queueEmail(
  tx: Tx,
  email: { to: string; reader: FormatContext; content: EmailContent },
): Promise<void> {
  await tx.enqueue(sendMailJob, {
    ...email.content,
    id: randomUUID(),
    to: email.to,
    writtenAt: tx.clock.now().toISOString(),
    locale: email.reader.locale,
  });
}
