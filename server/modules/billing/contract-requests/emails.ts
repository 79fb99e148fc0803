import { localeOf } from "../../../../contract/locales.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Tx } from "../../../ctx.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import type { Email, EmailReader } from "../../../platform/mail/template.ts";
import { mailAddress } from "../../identity/index.ts";
import { textsFor } from "../texts.ts";
import type { ContractRequestRow } from "./store.ts";
import { lines, msg } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";

const footnote = msg(
  "You get this email because this address was typed into the form. If that wasn’t you, ignore it. Nothing happens without the link, or without the number of an invoice.",
);

type Declared = Pick<
  ContractRequestRow,
  "kind" | "isExtraordinary" | "invoiceNumber" | "wantedAt" | "reason" | "name" | "email" | "receivedAt"
>;
const demo: Declared = {
  kind: "cancel",
  isExtraordinary: false,
  invoiceNumber: "EC-2026-000042",
  wantedAt: new Date("2026-12-31T11:00:00Z"),
  reason: "Demo: I moved away.",
  name: "Demo Ana",
  email: "demo.ana@example.test",
  receivedAt: new Date("2026-12-05T23:30:00Z"),
};

/** An invoice's number as the studio writes it, and so no free text. */
const invoiceNumberShape = /^[A-Z0-9]{1,8}-\d{4}-\d{1,9}$/;

/**
 * The content of a request, as the person declared it. Without proof that the mailbox is theirs it carries no free
 * text: the form would send anyone's words to anyone.
 */
function declarationOf(request: Declared, reader: EmailReader, isProven: boolean): Message {
  const { kind, isExtraordinary, wantedAt, email } = request;
  const { studioName } = reader;
  const name = isProven ? request.name : null;
  const reason = isProven ? request.reason : null;
  const invoiceNumber =
    isProven || invoiceNumberShape.test(request.invoiceNumber ?? "") ? request.invoiceNumber : null;
  const what =
    kind === "withdraw"
      ? msg("I withdraw from my contract with {studioName}.", { studioName })
      : isExtraordinary
        ? msg("I cancel my contract with {studioName} for good cause.", { studioName })
        : msg("I cancel my contract with {studioName}.", { studioName });
  const end = wantedAt
    ? msg("End: {day}", { day: textsFor(reader).day(wantedAt) })
    : msg("End: as soon as possible");
  return lines(
    what,
    ...(name ? [msg("Name: {name}", { name })] : []),
    msg("Email: {email}", { email }),
    ...(invoiceNumber ? [msg("Invoice: {invoiceNumber}", { invoiceNumber })] : []),
    ...(kind === "cancel" ? [end] : []),
    ...(reason ? [msg("Reason: {reason}", { reason })] : []),
  );
}

/** Acknowledges a request with its content and time, as the law wants. `token` confirms the mailbox; null if the request acts without. */
const requestReceivedEmail = defineEmail<{ request: Declared; token: string | null }>({
  name: "billing.request_received",
  previews: {
    usual: { request: demo, token: null },
    unconfirmed: { request: { ...demo, kind: "withdraw", invoiceNumber: null }, token: "demo-token" },
  },
  write: ({ request, token }, reader) => {
    const isWithdrawal = request.kind === "withdraw";
    const title = isWithdrawal ? msg("We received your withdrawal") : msg("We received your cancellation");
    const time = textsFor(reader).time(request.receivedAt);
    const page = request.kind === "cancel" ? paths.cancelContract() : paths.withdrawContract();
    return {
      subject: title,
      preheader: msg("On {time}.", { time }),
      heading: title,
      quote: declarationOf(request, reader, token === null),
      paragraphs: [
        msg("We received it on {time}. Keep this email as proof. This is what you sent:", { time }),
        token
          ? msg(
              "One step is left, within 14 days: confirm that this is your email address. We couldn’t match an invoice number, and don’t want anyone else to end your subscription. The time of receipt above counts.",
            )
          : msg("It takes effect now. A second email says from when."),
      ],
      ...(token
        ? {
            action: {
              label: isWithdrawal ? msg("Confirm the withdrawal") : msg("Confirm the cancellation"),
              path: `${page}?confirm=${encodeURIComponent(token)}`,
            },
          }
        : {}),
      footnote,
    };
  },
});

const outcomeTexts = {
  no_subscription: msg(
    "We found no running subscription for this email address. If you paid without signing up, reply with the number of an invoice. The studio looks at your request.",
  ),
  not_withdrawable: msg(
    "The right to withdraw lasts 14 days from the purchase, where the law gives it. It no longer applies to this contract. The studio looks at your request, and you can cancel at any time.",
  ),
  good_cause: msg(
    "Your subscription doesn’t renew: nothing more is charged. The studio looks at your reason, and writes to you about an earlier end.",
  ),
  already_ended: msg("This subscription had ended or been canceled before. Nothing more is charged."),
} as const;
export type MailedOutcome = keyof typeof outcomeTexts;

const titleOf = ({ kind }: Pick<Declared, "kind">) =>
  kind === "withdraw" ? msg("Your withdrawal") : msg("Your cancellation");

const requestOutcomeEmail = defineEmail<{
  request: Declared;
  outcome: MailedOutcome;
}>({
  name: "billing.request_outcome",
  previews: {
    usual: { request: demo, outcome: "no_subscription" },
    not_withdrawable: { request: { ...demo, kind: "withdraw" }, outcome: "not_withdrawable" },
    good_cause: { request: demo, outcome: "good_cause" },
    already_ended: { request: demo, outcome: "already_ended" },
  },
  write: ({ request, outcome }, reader) => {
    const time = textsFor(reader).time(request.receivedAt);
    return {
      subject: titleOf(request),
      preheader: msg("Received on {time}.", { time }),
      heading: titleOf(request),
      quote: declarationOf(request, reader, true),
      paragraphs: [msg("We received this on {time}:", { time }), outcomeTexts[outcome]],
      footnote,
    };
  },
});

const requestScheduledEmail = defineEmail<{ receivedAt: Date; wantedAt: Date }>({
  name: "billing.request_scheduled",
  previews: { usual: { receivedAt: demo.receivedAt, wantedAt: new Date("2026-12-31T11:00:00Z") } },
  write: ({ receivedAt, wantedAt }, reader) => {
    const { day, time } = textsFor(reader);
    return {
      subject: msg("Your cancellation"),
      preheader: msg("Your subscription ends with the term that {wantedAt} is in.", {
        wantedAt: day(wantedAt),
      }),
      heading: msg("Your cancellation"),
      paragraphs: [
        msg("We received it on {receivedAt}.", { receivedAt: time(receivedAt) }),
        msg(
          "You want your subscription to end on {wantedAt}. It renews until the term that this day is in, and ends with that term. You can cancel earlier at any time.",
          { wantedAt: day(wantedAt) },
        ),
      ],
      footnote,
    };
  },
});

/** In the language of the account, once it is known, else of the request that sent the form. */
const send = (
  tx: Tx,
  { email: address, accountId, locale }: ContractRequestRow,
  email: Email,
): Promise<void> => mailAddress(tx, { address, email, personId: accountId, locale: localeOf(locale) });

/**
 * Acknowledges a request with its content and the time of its receipt.
 * @param token confirms the mailbox; null if the request acts without
 */
export const mailRequestReceived = (
  tx: Tx,
  request: ContractRequestRow,
  token: string | null,
): Promise<void> => send(tx, request, requestReceivedEmail({ request, token }));

/** Says what became of a request, where no other email does. */
export const mailRequestOutcome = (
  tx: Tx,
  request: ContractRequestRow,
  outcome: MailedOutcome,
): Promise<void> => send(tx, request, requestOutcomeEmail({ request, outcome }));

/** Says that a cancellation takes effect on a later day, as wanted. */
export const mailRequestScheduled = (tx: Tx, request: ContractRequestRow, wantedAt: Date): Promise<void> =>
  send(tx, request, requestScheduledEmail({ receivedAt: request.receivedAt, wantedAt }));
