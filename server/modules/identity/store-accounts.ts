import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** An account that an address leads to. */
export interface AddressedAccount {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  /** Null: it has no password, or another way in alone. */
  readonly passwordHash: string | null;
  /** Whether the account proved the address. */
  readonly isProved: boolean;
}

/** What a placeholder in "email" looks like, until an address is proved. */
const placeholder = sql.raw(`'@pending.invalid'`);

const selectByAddress = statement<{ address: string }, AddressedAccount>(
  "identity.find_account_by_address",
  (p) => sql`
    select u.id as "personId", u.name, ${p.address}::text as email, a.password as "passwordHash", u."emailVerified" as "isProved"
    from identity."user" u
    left join identity."account" a on a."userId" = u.id and a."providerId" = 'credential'
    where not u."isAnonymous" and ((u."emailVerified" and u.email = ${p.address})
      or (not u."emailVerified" and u."pendingEmail" = ${p.address}))
    order by u."emailVerified" desc, u."updatedAt" desc limit 1`,
);
const upgradePerson = statement<
  { personId: string; name: string; address: string; now: Date },
  { id: string }
>(
  "identity.upgrade_person",
  (p) => sql`
    with ended as (delete from identity."session" where "userId" = ${p.personId}::uuid)
    update identity."user" set name = ${p.name}, email = id || ${placeholder}, "pendingEmail" = ${p.address},
      "isAnonymous" = false, "emailVerified" = false, "updatedAt" = ${p.now}::timestamptz
    where id = ${p.personId}::uuid and "isAnonymous" returning id`,
);
const insertPersonRow = statement<{ name: string; address: string; now: Date }, { id: string }>(
  "identity.insert_person",
  (p) => sql`
    with made as (select gen_random_uuid() as id)
    insert into identity."user" (id, name, email, "pendingEmail", "emailVerified", "createdAt", "updatedAt")
    select id, ${p.name}, id || ${placeholder}, ${p.address}, false, ${p.now}::timestamptz, ${p.now}::timestamptz from made
    returning id`,
);
const setPasswordRow = statement<{ personId: string; passwordHash: string; now: Date }, never>(
  "identity.set_password",
  (p) => sql`
    with known as (
      update identity."account" set password = ${p.passwordHash}, "updatedAt" = ${p.now}::timestamptz
      where "userId" = ${p.personId}::uuid and "providerId" = 'credential' returning id
    )
    insert into identity."account" ("accountId", "providerId", "userId", password, "updatedAt")
    select ${p.personId}::uuid::text, 'credential', ${p.personId}::uuid, ${p.passwordHash}, ${p.now}::timestamptz
    where not exists (select from known)`,
);
const proveRow = statement<
  { personId: string; address: string; now: Date },
  { name: string; before: string | null }
>(
  "identity.prove_address",
  (p) => sql`
    with old as (
      select id, case when "emailVerified" then email end as before
      from identity."user" where id = ${p.personId}::uuid for update
    )
    update identity."user" u set email = ${p.address}, "emailVerified" = true, "pendingEmail" = null,
      "updatedAt" = ${p.now}::timestamptz
    from old where u.id = old.id and (u."pendingEmail" = ${p.address} or (u."emailVerified" and u.email = ${p.address}))
    returning u.name, old.before`,
);
const setPendingRow = statement<{ personId: string; address: string | null; now: Date }, never>(
  "identity.set_pending_address",
  (p) => sql`
    update identity."user" set "pendingEmail" = ${p.address}, "updatedAt" = ${p.now}::timestamptz
    where id = ${p.personId}::uuid and not "isAnonymous"`,
);
const endSessionRows = statement<{ personId: string; exceptId: string | null }, never>(
  "identity.end_sessions",
  (p) => sql`
    delete from identity."session" where "userId" = ${p.personId}::uuid and id is distinct from ${p.exceptId}::uuid`,
);

const disownRows = statement<{ personId: string }, never>(
  "identity.disown_unproved",
  (p) => sql`
    with unproved as (select id from identity."user" where id = ${p.personId}::uuid and not "emailVerified"),
      steps as (delete from identity.two_factor where person_id in (select id from unproved)),
      passkeys as (delete from identity."passkey" where "userId" in (select id from unproved))
    delete from identity."account" where "userId" in (select id from unproved)`,
);

/** The account that an address leads to: the one that proved it, else the one that gave it last. */
export const findAccountByAddress = (db: Db, address: string): Promise<AddressedAccount | null> =>
  db.maybe(selectByAddress, { address });

/** Makes an anonymous person a registered one, and ends all their sessions. False when they were registered meanwhile. */
export const registerAnonymous = async (
  db: Db,
  person: { personId: string; name: string; address: string; now: Date },
): Promise<boolean> => (await db.maybe(upgradePerson, person)) !== null;

/** Makes a registered person whose address isn't proved. */
export const insertPerson = async (
  db: Db,
  person: { name: string; address: string; now: Date },
): Promise<string> => (await db.one(insertPersonRow, person)).id;

export const setPassword = async (
  db: Db,
  change: { personId: string; passwordHash: string; now: Date },
): Promise<void> => {
  await db.change(setPasswordRow, change);
};

/**
 * Makes a given address the person's own. `before`: the proved one that it replaces. Null when the person gave another since.
 * @throws a unique violation when another account proved it
 */
export const proveAddressOf = (
  db: Db,
  proof: { personId: string; address: string; now: Date },
): Promise<{ name: string; before: string | null } | null> => db.maybe(proveRow, proof);

export const setPendingAddress = async (
  db: Db,
  change: { personId: string; address: string | null; now: Date },
): Promise<void> => {
  await db.change(setPendingRow, change);
};

/** Ends a person's sessions, all or all but one. */
export const endSessions = async (
  db: Db,
  ended: { personId: string; exceptId: string | null },
): Promise<void> => {
  await db.change(endSessionRows, ended);
};

/**
 * Takes every way in from an account whose address nobody proved: whoever made it may not be whose address it is. Does nothing to an
 * account with a proved one.
 */
export const disownUnproved = async (db: Db, personId: string): Promise<void> => {
  await db.change(disownRows, { personId });
};
