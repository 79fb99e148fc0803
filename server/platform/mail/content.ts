import { z } from "zod";
import { translate } from "../i18n/messages.ts";
import type { Message } from "../i18n/messages.ts";

const bodySpan = z.object({
  text: z.string().max(10_000),
  isStrong: z.boolean().optional(),
  isEmphasized: z.boolean().optional(),
  /** With http, https or mailto; or a path of the app, which begins with a slash. */
  href: z.string().max(2000).optional(),
});
const bodyBlock = z.object({
  kind: z.enum(["paragraph", "heading", "item", "quote"]),
  /** What stands before an item of a list, such as a number. */
  marker: z.string().max(12).optional(),
  spans: z.array(bodySpan),
});
const body = z.array(bodyBlock).max(500);
/** A part of a formatted text. */
export type BodyBlock = z.infer<typeof bodyBlock>;
/** Text of one style within a part. */
export type BodySpan = z.infer<typeof bodySpan>;

/**
 * What an email says, in the recipient’s language. Plain text throughout; the layout escapes it. Jobs in the queue have
 * this shape: only add optional fields.
 */
export const emailContentShape = z.object({
  subject: z.string().min(1).max(200),
  /** The recipient's history says this instead of a subject with names of others, who may delete their accounts. */
  recordedAs: z.string().min(1).max(200).optional(),
  /** Preview line that inboxes show beside the subject. */
  preheader: z.string().max(200),
  heading: z.string().min(1).max(200),
  /** Name in the greeting. Free text: left out if the email address isn't verified. */
  greeting: z.string().max(80).optional(),
  /** Text that a person wrote, after the first paragraph. Free text: left out if the email address isn't verified. */
  quote: z.string().max(2000).optional(),
  /** Line breaks within a paragraph are kept. */
  paragraphs: z.array(z.string().min(1).max(2000)).max(20),
  /** A formatted text of the studio, after the paragraphs. */
  body: body.optional(),
  /** What the text is about, each with a link to the app. */
  cards: z
    .array(
      z.object({
        title: z.string().min(1).max(200),
        detail: z.string().max(300).optional(),
        path: z.string().startsWith("/"),
      }),
    )
    .max(6)
    .optional(),
  /** Labels and values in a table, such as a plan and its price. */
  facts: z
    .array(z.object({ label: z.string().min(1).max(60), value: z.string().min(1).max(200) }))
    .max(12)
    .optional(),
  /** The one call to action; `path` begins with a slash and leads to the app. */
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

/** Whether an email can have a formatted text: one with too many parts, or too long a link, would be refused. */
export const isBodyMailable = (blocks: readonly BodyBlock[]): boolean => body.safeParse(blocks).success;

/** What an email says, in the recipient’s language. */
export type EmailContent = z.infer<typeof emailContentShape>;

/** The greeting’s value for a person without a name; emails in the queue have it. */
export const nameless = "there";

/** The content for an unverified address, which may be someone else's: nothing that a person wrote. */
export function withoutFreeText(content: EmailContent): EmailContent {
  const { greeting, quote: _quote, body: _body, cards: _cards, ...rest } = content;
  return greeting === undefined ? rest : { ...rest, greeting: nameless };
}

/** The name in a greeting; a neutral one if there is no name. */
export const greet = (name: string | null): Pick<EmailContent, "greeting"> => ({
  greeting: name?.split(/\s+/)[0] || nameless,
});

/** An email before it is written in a language. The types refuse a plain string, so that every text is translated. */
export interface EmailTexts extends Pick<
  EmailContent,
  "greeting" | "unsubscribePath" | "attachments" | "body" | "cards"
> {
  readonly subject: Message;
  readonly recordedAs?: Message | undefined;
  readonly preheader: Message;
  readonly heading: Message;
  readonly quote?: Message | undefined;
  readonly paragraphs: readonly Message[];
  /** Values may be formatted amounts and names. */
  readonly facts?: readonly { readonly label: Message; readonly value: Message | string }[];
  readonly action?: { readonly label: Message; readonly path: string };
  readonly footnote?: Message;
}

/** Writes an email in a language. */
export function writeTexts(texts: EmailTexts, locale: string): EmailContent {
  const { subject, recordedAs, preheader, heading, quote, paragraphs, facts, action, footnote, ...rest } =
    texts;
  const write = (message: Message): string => translate(message, locale);
  return {
    ...rest,
    subject: write(subject),
    ...(recordedAs && { recordedAs: write(recordedAs) }),
    preheader: write(preheader),
    heading: write(heading),
    paragraphs: paragraphs.map(write),
    ...(quote && { quote: write(quote) }),
    ...(facts && {
      facts: facts.map(({ label, value }) => ({
        label: write(label),
        value: typeof value === "string" ? value : write(value),
      })),
    }),
    ...(action && { action: { ...action, label: write(action.label) } }),
    ...(footnote && { footnote: write(footnote) }),
  };
}
