import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Tx } from "../../ctx.ts";
import { defineJob } from "../jobs/job.ts";
import { drawAttachments } from "./attachments.ts";
import { emailTemplateShape } from "./email-template.ts";
import type { EmailTemplate } from "./email-template.ts";
import { renderEmail } from "./render.ts";

/** Attempts; with the worker's back-off the last one is after about a day. */
const maxAttempts = 16;

/** Renders and sends an email. */
export const sendMailJob = defineJob({
  name: "mail.send",
  schema: emailTemplateShape.extend({ id: z.uuid(), to: z.email(), writtenAt: z.iso.datetime() }),
  maxAttempts,
  run: async (ctx, { id, to, writtenAt, ...template }) => {
    const { html, text } = renderEmail(template, ctx.publicUrl);
    await ctx.ports.mailer.send({
      id,
      to,
      subject: template.subject,
      html,
      text,
      writtenAt: new Date(writtenAt),
      unsubscribeUrl: template.unsubscribePath ? ctx.publicUrl + template.unsubscribePath : null,
      attachments: await drawAttachments(ctx, template.attachments ?? []),
    });
  },
});

/** Queues an email in the caller's transaction. It is sent after the commit. */
export async function queueEmail(tx: Tx, to: string, template: EmailTemplate): Promise<void> {
  await tx.enqueue(sendMailJob, {
    ...template,
    id: randomUUID(),
    to,
    writtenAt: tx.clock.now().toISOString(),
  });
}
