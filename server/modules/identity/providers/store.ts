import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** An account at a provider. */
export interface OtherAccount {
  readonly provider: string;
  readonly subject: string;
}

const selectLinked = statement<OtherAccount, { personId: string }>(
  "identity.find_linked_person",
  (p) => sql`
    select "userId" as "personId" from identity."account" where "providerId" = ${p.provider} and "accountId" = ${p.subject}
      and "providerId" <> 'credential'`,
);
const insertLink = statement<OtherAccount & { personId: string; now: Date }, { personId: string }>(
  "identity.insert_link",
  (p) => sql`
    insert into identity."account" ("accountId", "providerId", "userId", "updatedAt")
    values (${p.subject}, ${p.provider}, ${p.personId}::uuid, ${p.now}::timestamptz)
    on conflict ("providerId", "accountId") where "providerId" <> 'credential' do nothing
    returning "userId" as "personId"`,
);

const selectProviders = statement<{ personId: string }, { provider: string }>(
  "identity.list_linked_providers",
  (p) => sql`
    select distinct "providerId" as provider from identity."account"
    where "userId" = ${p.personId}::uuid and "providerId" <> 'credential' order by 1`,
);
const deleteLink = statement<{ personId: string; provider: string }, { id: string }>(
  "identity.delete_link",
  (p) => sql`
    delete from identity."account" where "userId" = ${p.personId}::uuid and "providerId" = ${p.provider}
      and "providerId" <> 'credential' returning id`,
);

/** The person linked to a provider's account. */
export const findLinkedPerson = async (db: Db, other: OtherAccount): Promise<string | null> =>
  (await db.maybe(selectLinked, other))?.personId ?? null;

/** Links a provider's account to a person. False if already linked. */
export const linkPerson = async (
  db: Db,
  link: OtherAccount & { personId: string; now: Date },
): Promise<boolean> => (await db.maybe(insertLink, link)) !== null;

/** Names of the providers linked to an account. */
export const listProvidersOf = async (db: Db, personId: string): Promise<string[]> =>
  (await db.many(selectProviders, { personId })).map(({ provider }) => provider);

/** False if none was linked. */
export const unlinkPerson = async (db: Db, link: { personId: string; provider: string }): Promise<boolean> =>
  (await db.many(deleteLink, link)).length > 0;
