import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/**
 * SQL for when staff's grace period without a second factor ends. For the account of a row `identity."user"`;
 * null for members and for staff with a factor.
 * @param account the row's alias
 */
export const secondStepDueSql = (account: "holder" | "u"): RawBuilder<Date | null> => {
  const row = sql.ref(account);
  // Not by "exists": in a list of staff that would read the factors of all members.
  return sql`case when ${row}.role <> 'member'
      and (select 1 from identity.two_factor f where f.person_id = ${row}.id and f.confirmed_at is not null limit 1) is null
      and (select 1 from identity."passkey" k where k."userId" = ${row}.id limit 1) is null
    then coalesce(${row}."staffSince", ${row}."createdAt") + interval '7 days' end`;
};

const selectDue = statement<{ accountId: string }, { dueAt: Date | null }>(
  "identity.find_staff_second_step",
  (p) => sql`
    select ${secondStepDueSql("u")} as "dueAt" from identity."user" u where u.id = ${p.accountId}::uuid`,
);

const insertDemoPasskey = statement<{ accountId: string; now: Date }, never>(
  "identity.insert_demo_passkey",
  (p) => sql`
    insert into identity."passkey" (name, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp", "createdAt")
    values ('Demo device', '', ${p.accountId}::uuid, gen_random_uuid()::text, 0, 'singleDevice', false, ${p.now}::timestamptz)`,
);

/** When an account's grace period without a second factor ends; null if not applicable. */
export const findSecondStepDue = async (db: Db, accountId: string): Promise<Date | null> =>
  (await db.maybe(selectDue, { accountId }))?.dueAt ?? null;

/**
 * Adds a passkey without a public key, with which no one can sign in. It satisfies the requirement for demo
 * staff.
 */
export const addDemoPasskey = async (db: Db, given: { accountId: string; now: Date }): Promise<void> => {
  await db.change(insertDemoPasskey, given);
};
