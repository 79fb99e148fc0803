import { z } from "zod";
import type { Attachment } from "./attachments.ts";

/** Content of an email before rendering. Plain text throughout; the renderer escapes it. */
export const emailTemplateShape = z.object({
  subject: z.string().min(1).max(200),
  /** Preview line that inboxes show beside the subject. */
  preheader: z.string().max(200),
  heading: z.string().min(1).max(200),
  /** Name in the greeting. Free text: left out if the email address isn't verified. */
  greeting: z.string().max(80).optional(),
  /** Text that a person wrote, after the first paragraph. Free text: left out if the email address isn't verified. */
  quote: z.string().max(2000).optional(),
  /** Line breaks within a paragraph are kept. */
  paragraphs: z.array(z.string().min(1).max(2000)).max(20),
  /** The call to action; `path` begins with a slash and leads to the app. */
  action: z.object({ label: z.string().min(1).max(60), path: z.string().startsWith("/") }).optional(),
  /** Small print: why this email was sent, and what to do if it is unexpected. */
  footnote: z.string().max(1000).optional(),
  /** Where emails of this kind are turned off; begins with a slash. */
  unsubscribePath: z.string().startsWith("/").optional(),
  /** Files that are made when it is sent, by kind and id; see `defineAttachment`. */
  attachments: z
    .array(z.object({ kind: z.string(), id: z.uuid() }))
    .max(5)
    .optional(),
});

/** Content of an email before rendering. */
export type EmailTemplate = z.infer<typeof emailTemplateShape>;

/** A rendered email. */
export interface Mail {
  /** The same at every attempt, so that the recipient's inbox can detect a duplicate. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly writtenAt: Date;
  /** Absolute URL where emails of this kind are turned off. */
  readonly unsubscribeUrl: string | null;
  readonly attachments: readonly Attachment[];
}

/** Port of the email transport. */
export interface Mailer {
  /** Delivers an email; idempotent by its id. @throws so that the job is retried */
  send(mail: Mail): Promise<void>;
}
