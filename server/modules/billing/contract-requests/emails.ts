import { paths } from "../../../../contract/urls.ts";
import type { Tx } from "../../../ctx.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import { queueEmail } from "../../../platform/mail/send-job.ts";
import { dayText } from "../emails.ts";
import type { ContractRequestRow } from "./store.ts";

const footnote =
  "You get this email because this address was typed into the form. If that wasn’t you, ignore it: nothing happens without the link, or without the number of an invoice.";

const timeText = (at: Date): string => `${dayText(at)} at ${at.toISOString().slice(11, 16)} UTC`;

/** The content of a request, as the person declared it. */
function contentOf(request: ContractRequestRow): string {
  const { kind, isExtraordinary, invoiceNumber, wantedAt, reason, name, email } = request;
  const what =
    kind === "withdraw"
      ? "I withdraw from my contract with Eightcount."
      : isExtraordinary
        ? "I cancel my contract with Eightcount for good cause."
        : "I cancel my contract with Eightcount.";
  return [
    what,
    `Name: ${name}`,
    `Email: ${email}`,
    ...(invoiceNumber ? [`Invoice: ${invoiceNumber}`] : []),
    ...(kind === "cancel" ? [`End: ${wantedAt ? dayText(wantedAt) : "as soon as possible"}`] : []),
    ...(reason ? [`Reason: ${reason}`] : []),
  ].join("\n");
}

const send = (tx: Tx, request: ContractRequestRow, template: Omit<EmailTemplate, "footnote">) =>
  queueEmail(tx, request.email, { ...template, footnote });

/**
 * Acknowledges a request with its content and the time of its receipt.
 * @param token confirms the mailbox; null if the request acts without
 */
export function mailRequestReceived(
  tx: Tx,
  request: ContractRequestRow,
  token: string | null,
): Promise<void> {
  const noun = request.kind === "withdraw" ? "withdrawal" : "cancellation";
  return send(tx, request, {
    subject: `We received your ${noun}`,
    preheader: `On ${timeText(request.receivedAt)}.`,
    heading: `We received your ${noun}`,
    paragraphs: [
      `We received it on ${timeText(request.receivedAt)}. Keep this email as proof. This is what you sent:`,
      contentOf(request),
      token
        ? "One step is left, within 14 days: confirm that this is your email address. We couldn’t match an invoice number, and don’t want anyone else to end your subscription. The time of receipt above counts."
        : "It takes effect now. A second email says from when.",
    ],
    ...(token
      ? {
          action: {
            label: `Confirm the ${noun}`,
            path: `${request.kind === "cancel" ? paths.cancelContract() : paths.withdrawContract()}?confirm=${encodeURIComponent(token)}`,
          },
        }
      : {}),
  });
}

const outcomeTexts = {
  no_subscription:
    "We found no running subscription for this email address. If you paid without signing up, reply with the number of an invoice. The studio looks at your request.",
  not_withdrawable:
    "The right to withdraw lasts 14 days from the purchase, where the law gives it. It doesn’t apply to this contract any more. The studio looks at your request. You can cancel at any time.",
  good_cause:
    "Your subscription doesn’t renew: nothing more is charged. The studio looks at your reason, and writes to you about an earlier end.",
  already_ended: "This subscription had ended or been canceled before. Nothing more is charged.",
} as const;
export type MailedOutcome = keyof typeof outcomeTexts;

/** Says what became of a request, where no other email does. */
export const mailRequestOutcome = (
  tx: Tx,
  request: ContractRequestRow,
  outcome: MailedOutcome,
): Promise<void> =>
  send(tx, request, {
    subject: request.kind === "withdraw" ? "Your withdrawal" : "Your cancellation",
    preheader: `Received on ${timeText(request.receivedAt)}.`,
    heading: request.kind === "withdraw" ? "Your withdrawal" : "Your cancellation",
    paragraphs: [`We received it on ${timeText(request.receivedAt)}.`, outcomeTexts[outcome]],
  });

/** Says that a cancellation takes effect on a later day, as wanted. */
export const mailRequestScheduled = (tx: Tx, request: ContractRequestRow, wantedAt: Date): Promise<void> =>
  send(tx, request, {
    subject: "Your cancellation",
    preheader: `Your subscription ends with the term that ${dayText(wantedAt)} is in.`,
    heading: "Your cancellation",
    paragraphs: [
      `We received it on ${timeText(request.receivedAt)}.`,
      `You want your subscription to end on ${dayText(wantedAt)}. It renews until the term that this day is in, and ends with that term. You can cancel earlier at any time.`,
    ],
  });
