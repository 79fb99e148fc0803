import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const selectReader = statement<{ personId: string }, { timeZone: string | null; locale: string | null }>(
  "identity.find_reader",
  (p) => sql`
    select person."timeZone", account.locale from identity."user" person
    join identity."user" account on account.id = coalesce(person."accountId", person.id)
    where person.id = ${p.personId}::uuid`,
);
const saveLocale = statement<{ accountId: string; locale: string }, never>(
  "identity.save_locale",
  (p) => sql`update identity."user" set locale = ${p.locale} where id = ${p.accountId}::uuid`,
);
// A first sign-in writes; every later one only reads.
const adoptRow = statement<{ accountId: string; locale: string }, { locale: string }>(
  "identity.adopt_locale",
  (p) => sql`
    with adopted as (
      update identity."user" set locale = ${p.locale} where id = ${p.accountId}::uuid and locale is null
        and not "isAnonymous" returning locale
    )
    select coalesce((select locale from adopted), locale, ${p.locale}) as locale
    from identity."user" where id = ${p.accountId}::uuid and not "isAnonymous"`,
);
const saveTimeZone = statement<{ personId: string; timeZone: string }, never>(
  "identity.save_time_zone",
  (p) => sql`update identity."user" set "timeZone" = ${p.timeZone} where id = ${p.personId}::uuid`,
);

/** A person's time zone as an IANA name, for another module's statement. */
export const timeZoneSql = (personId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select "timeZone" from identity."user" where id = ${personId}), 'UTC')`;

/** The locale of a person's account, for another module's statement; null until it is known. */
export const localeSql = (personId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select account.locale from identity."user" person
  join identity."user" account on account.id = coalesce(person."accountId", person.id)
  where person.id = ${personId})`;

/** A person's time zone and the language of their account, as far as they are known; null without the person. */
export const findReader = (
  db: Db,
  personId: string,
): Promise<{ timeZone: string | null; locale: string | null } | null> => db.maybe(selectReader, { personId });
export const updateLocale = async (db: Db, accountId: string, locale: string): Promise<void> => {
  await db.change(saveLocale, { accountId, locale });
};
/** Saves a language for a member's account without one. @returns the account's language; null for a guest */
export const adoptLocaleOf = async (db: Db, accountId: string, locale: string): Promise<string | null> =>
  (await db.maybe(adoptRow, { accountId, locale }))?.locale ?? null;
export const updateTimeZone = async (db: Db, personId: string, timeZone: string): Promise<void> => {
  await db.change(saveTimeZone, { personId, timeZone });
};
