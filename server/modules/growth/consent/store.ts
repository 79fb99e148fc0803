import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A proof of consent, or of its refusal. */
export interface ConsentRow {
  readonly id: string;
  readonly version: number;
  readonly analytics: boolean;
  readonly advertising: boolean;
  readonly place: "banner" | "settings";
  readonly regime: "opt_in" | "opt_out";
  readonly countryCode: string | null;
  /** The privacy policy in force; null if there was none. */
  readonly privacyVersion: number | null;
  /** The language in which the person saw it. */
  readonly privacyLocale: string | null;
  readonly givenAt: Date;
}
type NewConsent = Omit<ConsentRow, "id" | "givenAt"> & { readonly personId: string; readonly now: Date };

const columns = sql`id, version, analytics, advertising, place, regime, country_code as "countryCode", privacy_version as "privacyVersion", privacy_locale as "privacyLocale", given_at as "givenAt"`;
const insert = statement<NewConsent, ConsentRow>(
  "growth.insert_consent",
  (p) => sql`
    with newest as (
      select * from growth.consents where person_id = ${p.personId}::uuid order by given_at desc, id limit 1
    ), added as (
      insert into growth.consents (person_id, version, analytics, advertising, place, regime, country_code, privacy_version,
        privacy_locale, given_at)
      select ${p.personId}::uuid, ${p.version}::int, ${p.analytics}::boolean, ${p.advertising}::boolean, ${p.place}, ${p.regime},
        ${p.countryCode}, ${p.privacyVersion}::int, ${p.privacyLocale}, ${p.now}::timestamptz
      where not exists (select from newest where version = ${p.version}::int and analytics = ${p.analytics}::boolean
        and advertising = ${p.advertising}::boolean and regime = ${p.regime}
        and privacy_version is not distinct from ${p.privacyVersion}::int)
      returning *
    )
    select ${columns} from added union all select ${columns} from newest where not exists (select from added)`,
);
const selectOf = statement<{ personId: string }, ConsentRow>(
  "growth.list_consents",
  (p) => sql`
    select ${columns} from growth.consents where person_id = ${p.personId}::uuid order by given_at desc, id limit 50`,
);
const moveConsents = statement<{ from: string; into: string }, never>(
  "growth.merge_consents",
  (p) => sql`update growth.consents set person_id = ${p.into}::uuid where person_id = ${p.from}::uuid`,
);

/**
 * Inserts a proof unless it equals the newest one.
 * @returns the current proof
 */
export const insertConsent = (db: Db, consent: NewConsent): Promise<ConsentRow> => db.one(insert, consent);
export const listConsents = (db: Db, personId: string): Promise<ConsentRow[]> =>
  db.many(selectOf, { personId });
/** Transfers one person's proofs to another. */
export const mergeConsents = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveConsents, people);
};
