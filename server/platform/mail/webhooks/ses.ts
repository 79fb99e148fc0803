import { verify, X509Certificate } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { jsonOf, unreadable, WebhookRefused } from "./errors.ts";
import { emailIdOf, isReplay } from "./events.ts";
import type { MailEvent } from "./events.ts";

const timeoutMs = 10_000;
const maxCertificateBytes = 32 * 1024;

/** The topic of Amazon SNS that Amazon SES tells of bounces and complaints. */
export interface SesSettings {
  readonly topicArn: string;
  /** Null: that of Amazon SNS in the topic's region. */
  readonly url: string | null;
}

const shape = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.string().nullish(),
  Timestamp: z.iso.datetime(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.string(),
  SigningCertURL: z.string(),
});
type SnsMessage = z.infer<typeof shape>;

const recipients = z.array(z.object({ emailAddress: z.string().max(320) }));
const sesEvent = z.object({
  /** Named so by event publishing. */
  eventType: z.string().optional(),
  notificationType: z.string().optional(),
  mail: z.object({
    messageId: z.string(),
    commonHeaders: z.object({ messageId: z.string().optional() }).optional(),
  }),
  bounce: z
    .object({ bounceType: z.string(), bouncedRecipients: recipients, feedbackId: z.string() })
    .optional(),
  complaint: z
    .object({
      complainedRecipients: recipients,
      feedbackId: z.string(),
      complaintFeedbackType: z.string().nullish(),
    })
    .optional(),
});
/** What is reported like a complaint, but isn't one of the reader's. */
const otherFeedback: ReadonlySet<string> = new Set(["auth-failure", "not-spam", "virus"]);

const originOf = ({ topicArn, url }: SesSettings): string => {
  const [, partition = "", , region = ""] = topicArn.split(":");
  return url ?? `https://sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
};

/**
 * A resource of Amazon SNS itself: a message can't make the server call any other.
 * @param form of what follows the origin in its URL
 * @throws WebhookRefused
 */
async function load(given: string, settings: SesSettings, form: RegExp): Promise<Response> {
  const origin = originOf(settings);
  if (!given.startsWith(origin) || !form.test(given.slice(origin.length))) throw new WebhookRefused();
  return fetch(given, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
}

/** Keys of certificates by URL. Amazon changes its certificate about once a year. */
const keys = new Map<string, KeyObject>();
async function keyOf(url: string, settings: SesSettings): Promise<KeyObject> {
  const known = keys.get(url);
  if (known) return known;
  const response = await load(url, settings, /^\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/);
  if (!response.ok) throw new Error(`Amazon SNS answered ${response.status} for its certificate.`);
  const text = await response.text();
  if (text.length > maxCertificateBytes) throw new Error("The certificate of Amazon SNS is too long.");
  const key = new X509Certificate(text).publicKey;
  keys.set(url, key);
  return key;
}

/** What Amazon SNS signs of a message. */
function signedText(message: SnsMessage): string {
  const fields =
    message.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : (["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const);
  return fields
    .filter((field) => message[field] !== undefined && message[field] !== null)
    .map((field) => `${field}\n${message[field]}\n`)
    .join("");
}

/**
 * Reads a message of Amazon SNS with an event of Amazon SES; confirms the subscription of the topic that is configured.
 * @throws BadInput, WebhookRefused
 */
export async function readSes(body: unknown, settings: SesSettings, now: Date): Promise<MailEvent[]> {
  const read = shape.safeParse(jsonOf(body));
  if (!read.success) throw unreadable();
  const message = read.data;
  if (message.TopicArn !== settings.topicArn || isReplay(now, new Date(message.Timestamp)))
    throw new WebhookRefused();
  const key = await keyOf(message.SigningCertURL, settings);
  // SHA-1 is the default of a topic.
  const digest = message.SignatureVersion === "2" ? "sha256" : "sha1";
  if (!verify(digest, Buffer.from(signedText(message)), key, Buffer.from(message.Signature, "base64")))
    throw new WebhookRefused();
  if (message.Type === "SubscriptionConfirmation") {
    const { ok, status } = await load(message.SubscribeURL ?? "", settings, /^\/\?[^#]*$/);
    if (!ok) throw new Error(`Amazon SNS answered ${status} to the confirmation.`);
  }
  return message.Type === "Notification" ? eventsOf(message) : [];
}

function eventsOf({ Message }: SnsMessage): MailEvent[] {
  const read = sesEvent.safeParse(jsonOf(Message));
  // Events of other kinds, and the test message of a new subscription.
  if (!read.success) return [];
  const { bounce, complaint, mail } = read.data;
  const emailId = emailIdOf(mail.commonHeaders?.messageId);
  const event = { service: "ses", emailId } as const;
  if (bounce?.bounceType === "Permanent")
    return [
      {
        ...event,
        eventId: bounce.feedbackId,
        kind: "bounce",
        emailAddresses: bounce.bouncedRecipients.map((one) => one.emailAddress),
      },
    ];
  if (complaint && !otherFeedback.has(complaint.complaintFeedbackType ?? ""))
    return [
      {
        ...event,
        eventId: complaint.feedbackId,
        kind: "complaint",
        emailAddresses: complaint.complainedRecipients.map((one) => one.emailAddress),
      },
    ];
  return [];
}
