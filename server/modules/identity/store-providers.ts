import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** An account elsewhere. */
export interface OtherAccount {
  readonly provider: string;
  readonly subject: string;
}

const selectLinked = statement<OtherAccount, { personId: string }>(
  "identity.find_linked_person",
  (p) => sql`
    select "userId" as "personId" from identity."account" where "providerId" = ${p.provider} and "accountId" = ${p.subject}`,
);
const insertLink = statement<OtherAccount & { personId: string; now: Date }, { personId: string }>(
  "identity.insert_link",
  (p) => sql`
    insert into identity."account" ("accountId", "providerId", "userId", "updatedAt")
    values (${p.subject}, ${p.provider}, ${p.personId}::uuid, ${p.now}::timestamptz)
    on conflict ("providerId", "accountId") where "providerId" <> 'credential' do nothing
    returning "userId" as "personId"`,
);

/** The person whom an account elsewhere opens. */
export const findLinkedPerson = async (db: Db, other: OtherAccount): Promise<string | null> =>
  (await db.maybe(selectLinked, other))?.personId ?? null;

/** Lets an account elsewhere open one here. False when it opens one already. */
export const linkPerson = async (
  db: Db,
  link: OtherAccount & { personId: string; now: Date },
): Promise<boolean> => (await db.maybe(insertLink, link)) !== null;
