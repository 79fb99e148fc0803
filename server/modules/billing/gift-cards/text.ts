import type { Locale } from "../../../../contract/locales.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { isBlank, readLine, readText } from "../../../platform/text.ts";
import { normalizeEmail } from "../../identity/index.ts";

const maxNameLength = 80;
const maxMessageLength = 500;
const maxDaysAhead = 366;
/** The hour at which gift cards are sent, in the studio's time zone. */
const sendHour = 9;

/** What a gift card says, to whom, and when. */
export interface GiftTexts {
  readonly senderName: string;
  readonly message: string;
  /** Null: the buyer hands it over. */
  readonly recipientEmail: string | null;
  readonly recipientLocale: Locale;
  /** A day of the studio's calendar, `YYYY-MM-DD`; null for now. */
  readonly sendOn: string | null;
}

/** The name under a gift; empty for none. */
function readSender(text: string): string {
  rejectCardNumbers(text, "senderName");
  return isBlank(text) ? "" : readLine(text, "senderName", maxNameLength);
}

function readMessage(text: string): string {
  rejectCardNumbers(text, "message");
  return readText(text, "message", maxMessageLength);
}

/** The moment at which a card is sent. @throws BadInput */
function readDay(day: string | null, now: Date, timeZone: string): Date {
  if (day === null) return now;
  const refused = new BadInput("sendOn", msg("Choose a day in the next year."));
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw refused;
  let at: Date;
  try {
    const moment = Temporal.PlainDate.from(day).toZonedDateTime({
      timeZone,
      plainTime: new Temporal.PlainTime(sendHour),
    });
    at = new Date(moment.epochMilliseconds);
  } catch (error) {
    throw error instanceof RangeError ? refused : error;
  }
  if (at.getTime() > now.getTime() + maxDaysAhead * 86_400_000) throw refused;
  // Today, after that hour, is now.
  return at < now ? now : at;
}

/**
 * Reads what a gift card says, to whom, and when.
 * @throws BadInput, INVALID_EMAIL, PanRejected
 */
export const readGift = (gift: GiftTexts, now: Date, timeZone: string) => ({
  senderName: readSender(gift.senderName),
  message: readMessage(gift.message),
  recipientEmail: gift.recipientEmail?.trim() ? normalizeEmail(gift.recipientEmail) : null,
  recipientLocale: gift.recipientLocale,
  sendAt: readDay(gift.sendOn, now, timeZone),
});
