import { addDays, periodsAfter } from "./calendar.ts";
import type { Period } from "./calendar.ts";
import { eeaCountries } from "./countries.ts";

/** Days between the email about a new price and the first charge of it. */
export const noticeDays = 30;
/** Days more than that between queuing the email and the charge: a slow mail server doesn't move the day. */
const noticeSlackDays = 1;
/**
 * Days between the reminder of a new price and its first charge. California wants notice of a fee change 7 to 30 days before it
 * (Business and Professions Code, section 17602); the first email is earlier. See ADR 295.
 */
export const reminderDays = 14;
/** How long an announced change can be undone before its emails go out, in milliseconds. */
export const undoMs = 60 * 60_000;
/** The version of the text that a member accepts. */
export const priceConsentVersion = "2026-11-1";

/**
 * Countries where a consumer must agree to a higher price. Silence isn't consent there: unfair terms law of the EU (93/13/EEC)
 * and the EEA, of the UK (Consumer Rights Act 2015, schedule 2) and of Switzerland (UWG, article 8). See ADR 261.
 */
const consentCountries = new Set([...eeaCountries, "GB", "CH"]);

/** Whether a member of this country must agree before a new price is charged. A lower price never needs it. */
export const needsConsent = (
  countryCode: string,
  { oldAmount, newAmount }: { oldAmount: number; newAmount: number },
): boolean => newAmount > oldAmount && consentCountries.has(countryCode);

/** The moment at which a day begins, in UTC, as for tax rates. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
/** The UTC day of a moment: 2026-11-20. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The earliest charge of a price that starts on a day and is announced by an email now. */
export const earliestCharge = (startsOn: string, now: Date): Date => {
  const noticed = addDays(now, noticeDays + noticeSlackDays);
  return new Date(Math.max(startOfDay(startsOn).getTime(), noticed.getTime()));
};

/** The part of a subscription from which its next charges follow. */
export interface Renewing extends Period {
  readonly status: string;
  readonly startsAt: Date | null;
  readonly trialEndsAt: Date | null;
  readonly termEndsAt: Date | null;
  readonly anchorAt: Date | null;
  readonly termNumber: number;
  readonly resumesAt: Date | null;
}

/**
 * The first charge of a new price: the first renewal at a moment or later.
 * The first payment of a trial or a later start keeps the price that was agreed. Null if nothing renews.
 */
export function firstChargeAt(found: Renewing, earliest: Date): Date | null {
  const isBegun = found.status === "active" && found.anchorAt !== null;
  const anchor = isBegun
    ? found.anchorAt
    : found.status === "paused"
      ? found.resumesAt
      : found.status === "in_trial" || found.status === "future"
        ? (found.trialEndsAt ?? found.startsAt)
        : null;
  if (!anchor) return null;
  let count = isBegun ? found.termNumber : found.status === "paused" ? 0 : 1;
  while (periodsAfter(anchor, count, found) < earliest) count += 1;
  return periodsAfter(anchor, count, found);
}

/** A sent notice about the running price that no charge has settled yet. Amounts in minor units. */
export interface OpenNotice {
  readonly newAmount: number;
  /** The first renewal at the new price. */
  readonly effectiveAt: Date;
  readonly sentAt: Date;
  readonly needsConsent: boolean;
  readonly endsWithoutConsent: boolean;
  readonly acceptedAt: Date | null;
}

/** What a charge at a moment costs, and what it lacks. */
export interface DuePrice {
  /** Minor units. */
  readonly amount: number;
  /** The notice that ends the subscription instead, as its member didn't agree. */
  readonly unaccepted: OpenNotice | null;
}

const isAgreed = ({ needsConsent, acceptedAt }: OpenNotice): boolean => !needsConsent || acceptedAt !== null;

/**
 * The price of a charge at a moment: the latest notice that was sent in time and agreed to, or the agreed price. Only the latest one
 * of all ends a subscription: a newer notice replaces those before it, even before its day.
 * @param notices the oldest first
 */
export function duePrice(agreedAmount: number, notices: readonly OpenNotice[], at: Date): DuePrice {
  const inEffect = notices.filter(
    ({ effectiveAt, sentAt }) => effectiveAt <= at && addDays(sentAt, noticeDays) <= at,
  );
  const latest = inEffect.at(-1);
  const isReplaced = latest !== notices.at(-1);
  return {
    amount: inEffect.findLast(isAgreed)?.newAmount ?? agreedAmount,
    unaccepted: latest && !isReplaced && !isAgreed(latest) && latest.endsWithoutConsent ? latest : null,
  };
}
