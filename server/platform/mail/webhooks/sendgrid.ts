import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import { jsonOf, unreadable, WebhookRefused } from "./errors.ts";
import { emailIdOf, isReplay } from "./events.ts";
import type { MailEvent } from "./events.ts";

export const sendGridHeaders = {
  signature: "x-twilio-email-event-webhook-signature",
  timestamp: "x-twilio-email-event-webhook-timestamp",
} as const;

const shape = z.object({
  event: z.string(),
  /** Of a bounce: `blocked` is for now. */
  type: z.string().optional(),
  email: z.string().max(320),
  sg_event_id: z.string().min(1).max(200),
  "smtp-id": z.string().optional(),
});

/**
 * Reads a batch of SendGrid's events, which it signs with ECDSA.
 * @param key the verification key, in base64
 * @throws BadInput, WebhookRefused
 */
export function readSendGrid(
  { signature, timestamp, body }: { readonly signature: string; readonly timestamp: string; body: unknown },
  key: string,
  now: Date,
): MailEvent[] {
  const isSigned = verify(
    "sha256",
    Buffer.from(timestamp + String(body)),
    createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" }),
    Buffer.from(signature, "base64"),
  );
  const at = new Date(Number(timestamp) * 1000);
  if (!isSigned || isReplay(now, at)) throw new WebhookRefused();
  const batch = z.array(z.unknown()).safeParse(jsonOf(body));
  if (!batch.success) throw unreadable();
  return batch.data.flatMap((given): MailEvent[] => {
    // One of a kind that we don't read may have other fields.
    const { success, data: event } = shape.safeParse(given);
    if (!success) return [];
    const isComplaint = event.event === "spamreport";
    if (!isComplaint && !(event.event === "bounce" && event.type !== "blocked")) return [];
    return [
      {
        service: "sendgrid",
        eventId: event.sg_event_id,
        kind: isComplaint ? "complaint" : "bounce",
        emailAddresses: [event.email],
        emailId: emailIdOf(event["smtp-id"]),
      },
    ];
  });
}
