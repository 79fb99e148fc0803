import { addDays, periodsAfter } from "./calendar.ts";
import type { Period } from "./calendar.ts";

/** Days between the email about a new price and the first charge of it. */
export const noticeDays = 30;
/** How long an announced change can be undone before its emails go out, in milliseconds. */
export const undoMs = 60 * 60_000;
/** The version of the text that a member accepts. */
export const priceConsentVersion = "2026-11-1";

/**
 * Countries where a consumer must agree to a higher price. Silence isn't consent there: unfair terms law of the EU (93/13/EEC)
 * and the EEA, of the UK (Consumer Rights Act 2015, schedule 2) and of Switzerland (UWG, article 8). See ADR 261.
 */
const consentCountries = new Set(
  // The EU, then the rest of the EEA, the United Kingdom and Switzerland.
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO GB CH".split(
    " ",
  ),
);

/** Whether a member of this country must agree before a new price is charged. A lower price never needs it. */
export const needsConsent = (
  countryCode: string,
  { oldAmount, newAmount }: { oldAmount: number; newAmount: number },
): boolean => newAmount > oldAmount && consentCountries.has(countryCode);

/** The moment at which a day begins, in UTC, as for tax rates. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
/** The UTC day of a moment: 2026-11-20. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

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
 * The first charge of a new price: the first renewal on or after the change's day, `noticeDays` after the notice at the earliest.
 * The first payment of a trial or a later start keeps the price that was agreed. Null if nothing renews.
 */
export function firstChargeAt(found: Renewing, startsAt: Date, noticedAt: Date): Date | null {
  const earliest = new Date(Math.max(startsAt.getTime(), addDays(noticedAt, noticeDays).getTime()));
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
