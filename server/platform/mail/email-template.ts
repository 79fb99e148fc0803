import { z } from "zod";

/** What a mail says, before it is set. Plain text throughout: what it holds is escaped where it is set. */
export const emailTemplateShape = z.object({
  subject: z.string().min(1).max(200),
  /** The line that inboxes show beside the subject. */
  preheader: z.string().max(200),
  heading: z.string().min(1).max(200),
  /** Whom it greets. Free text: left out for an address that isn't verified. */
  greeting: z.string().max(80).optional(),
  /** A person's own words, after the first paragraph. Free text: left out for an address that isn't verified. */
  quote: z.string().max(2000).optional(),
  /** A line break within a paragraph stays one. */
  paragraphs: z.array(z.string().min(1).max(2000)).max(20),
  /** The one thing to do; `path` begins with a slash and leads to the app. */
  action: z.object({ label: z.string().min(1).max(60), path: z.string().startsWith("/") }).optional(),
  /** Small print: why this came, and what to do if it shouldn't have. */
  footnote: z.string().max(1000).optional(),
  /** Where mails of this kind are turned off; begins with a slash. */
  unsubscribePath: z.string().startsWith("/").optional(),
});

/** What a mail says. */
export type EmailTemplate = z.infer<typeof emailTemplateShape>;

/** A mail that is ready to go. */
export interface Mail {
  /** The same at every try, so that a mail sent twice is one to whoever receives it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** When it was written. */
  readonly writtenAt: Date;
  /** Absolute address where mails of this kind are turned off. */
  readonly unsubscribeUrl: string | null;
}

/** The way out for mails. */
export interface Mailer {
  /** Delivers, or throws so that it is tried again. The same mail twice is one. */
  send(mail: Mail): Promise<void>;
}
