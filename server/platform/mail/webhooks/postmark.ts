import { z } from "zod";
import { isSameText, keyedHash } from "../../signature.ts";
import { isUuid } from "../../uuid.ts";
import { jsonOf, unreadable, WebhookRefused } from "./errors.ts";
import type { MailEvent } from "./events.ts";

const user = "postmark";
/** The header that Postmark returns with its events; it isn't sent on to the recipient. */
export const postmarkIdHeader = "X-PM-Metadata-email-id";
const shape = z.object({
  RecordType: z.string(),
  ID: z.number(),
  MessageID: z.string().max(100).default(""),
  Type: z.string().default(""),
  Email: z.string().max(320),
  Metadata: z.object({ "email-id": z.string().optional() }).optional(),
});
/** Types of a bounce that are for good. */
const dead: ReadonlySet<string> = new Set(["HardBounce", "BadEmailAddress"]);

/**
 * Reads an event of Postmark, which doesn't sign: its URL carries a password.
 * @throws BadInput, WebhookRefused
 */
export function readPostmark(
  { authorization, body }: { readonly authorization: string | undefined; readonly body: unknown },
  passwords: readonly string[],
): MailEvent[] {
  const [, encoded = ""] = /^Basic ([\w+/]+=*)$/i.exec(authorization ?? "") ?? [];
  // Compared as hashes, which are of one length.
  const hash = (text: string) => keyedHash("postmark", text);
  const given = hash(Buffer.from(encoded, "base64").toString());
  if (!passwords.map((one) => isSameText(given, hash(`${user}:${one}`))).includes(true))
    throw new WebhookRefused();
  const read = shape.safeParse(jsonOf(body));
  if (!read.success) throw unreadable();
  const { RecordType, ID, MessageID, Type, Email, Metadata } = read.data;
  const isComplaint = RecordType === "SpamComplaint";
  if (!isComplaint && !(RecordType === "Bounce" && dead.has(Type))) return [];
  const emailId = Metadata?.["email-id"] ?? "";
  return [
    {
      service: "postmark",
      // Its id can be longer than a number is exact; that of the email tells such ids apart.
      eventId: `${RecordType} ${ID} ${MessageID}`,
      kind: isComplaint ? "complaint" : "bounce",
      emailAddresses: [Email],
      emailId: isUuid(emailId) ? emailId : null,
    },
  ];
}
