import type { FormatContext } from "../../../../contract/formats/context.ts";
import { isTimeZone } from "../../../../contract/formats/time-zones.ts";
import { isLocale, localeOf, locales, sourceLocale } from "../../../../contract/locales.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import type { Db } from "../../../platform/db.ts";
import { BadInput } from "../../../platform/errors.ts";
import { requireAdult } from "../viewer.ts";
import { adoptLocaleOf, findReader, updateLocale, updateTimeZone } from "./store.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** How a person reads whose language and time zone aren't known. */
export const defaultReader: FormatContext = { locale: sourceLocale, timeZone: "UTC" };

/**
 * How a person reads texts, dates, money and names, in emails, pushes and PDFs. A family profile reads in its
 * account's language.
 * @param locale for an account without a setting, such as the language of the request
 */
export async function readerOf(
  db: Db,
  personId: string,
  locale: Locale = sourceLocale,
): Promise<FormatContext> {
  const found = await findReader(db, personId);
  return {
    locale: localeOf(found?.locale ?? locale),
    timeZone: found?.timeZone ?? defaultReader.timeZone,
  };
}

/** Saves a person's time zone. @throws BadInput unless it is an IANA name */
export async function setTimeZone(tx: Tx, personId: string, timeZone: string): Promise<void> {
  if (!isTimeZone(timeZone))
    throw new BadInput("timeZone", inEnglish("Must be an IANA time zone, such as Europe/Zurich."));
  await updateTimeZone(tx.db, personId, timeZone);
}

/**
 * Saves the language of the viewer's account, guest or not: its emails, pushes, documents, and the pages of
 * every browser that signs in.
 * @throws BadInput, Forbidden for a child, Unauthenticated
 */
export async function setLocale(ctx: Ctx, locale: string): Promise<Locale> {
  const { accountId } = requireAdult(ctx);
  if (!isLocale(locale)) throw new BadInput("locale", inEnglish(`Choose one of ${locales.join(", ")}.`));
  await updateLocale(ctx.db, accountId, locale);
  return locale;
}

/**
 * The language of a member's account; of a guest the request's. An account without one takes the request's, for
 * good.
 */
export const localeOfAccount = async (db: Db, accountId: string, requested: Locale): Promise<Locale> =>
  localeOf((await adoptLocaleOf(db, accountId, requested)) ?? requested);
