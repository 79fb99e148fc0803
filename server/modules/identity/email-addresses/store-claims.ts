import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const endRows = statement<{ personId: string; now: Date }, { id: string }>(
  "identity.end_ways_in",
  (p) => sql`
    with sessions as (delete from identity."session" where "userId" = ${p.personId}::uuid),
      credentials as (delete from identity."account" where "userId" = ${p.personId}::uuid),
      passkeys as (delete from identity."passkey" where "userId" = ${p.personId}::uuid),
      factors as (delete from identity.two_factor where person_id = ${p.personId}::uuid),
      pins as (delete from identity.family_pins where account_id = ${p.personId}::uuid),
      copies as (
        update identity.exports set expires_at = ${p.now}::timestamptz
        where person_id = ${p.personId}::uuid and ready_at is not null
      ), devices as (
        update identity."user" set "deviceEpoch" = "deviceEpoch" + 1 where id = ${p.personId}::uuid
      )
    select id from identity."user" where id = ${p.personId}::uuid or "accountId" = ${p.personId}::uuid`,
);

/**
 * Deletes the sessions, passwords, linked accounts, passkeys, second factors and PIN of an account. Data
 * exports expire; the next maintenance deletes their files. Every browser becomes unknown.
 * @returns the ids of its profiles
 */
export const revokeCredentials = async (db: Db, ended: { personId: string; now: Date }): Promise<string[]> =>
  (await db.many(endRows, ended)).map(({ id }) => id);
