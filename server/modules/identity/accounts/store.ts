import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Domain of the placeholder in "email" until an address is verified. */
const placeholder = sql.raw(`'@pending.invalid'`);

/** The SHA-256 of a session's token as hex digits. */
const hashOf = (token: RawBuilder<unknown>) => sql`encode(sha256(convert_to(${token}, 'UTF8')), 'hex')`;

const upgradePerson = statement<
  { personId: string; name: string; address: string; locale: string; now: Date },
  { id: string }
>(
  "identity.upgrade_person",
  (p) => sql`
    with ended as (delete from identity."session" where "userId" = ${p.personId}::uuid returning token),
      remembered as (
        insert into identity.upgraded_sessions (hash, expires_at)
        select ${hashOf(sql`token`)}, ${p.now}::timestamptz + interval '1 hour' from ended
        on conflict do nothing
      )
    update identity."user" set name = ${p.name}, email = id || ${placeholder}, "pendingEmail" = ${p.address},
      "pendingSince" = ${p.now}::timestamptz, "isAnonymous" = false, "emailVerified" = false, locale = coalesce(locale, ${p.locale}), "updatedAt" = ${p.now}::timestamptz
    where id = ${p.personId}::uuid and "isAnonymous" returning id`,
);
const selectUpgraded = statement<{ token: string; now: Date }, { isUpgraded: boolean }>(
  "identity.is_session_upgraded",
  (p) => sql`
    select exists (
      select from identity.upgraded_sessions
      where hash = ${hashOf(sql`${p.token}::text`)} and expires_at > ${p.now}::timestamptz
    ) as "isUpgraded"`,
);
const insertPersonRow = statement<
  { name: string; address: string; locale: string; now: Date },
  { id: string }
>(
  "identity.insert_person",
  (p) => sql`
    with made as (select gen_random_uuid() as id)
    insert into identity."user" (id, name, email, "pendingEmail", "pendingSince", "emailVerified", locale, "createdAt", "updatedAt")
    select id, ${p.name}, id || ${placeholder}, ${p.address}, ${p.now}::timestamptz, false, ${p.locale}, ${p.now}::timestamptz, ${p.now}::timestamptz from made
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
const replaceHashRow = statement<{ personId: string; hash: string; newHash: string }, never>(
  "identity.replace_password_hash",
  (p) => sql`
    update identity."account" set password = ${p.newHash}
    where "userId" = ${p.personId}::uuid and "providerId" = 'credential' and password = ${p.hash}`,
);
const verifyRow = statement<
  { personId: string; address: string; now: Date },
  { name: string; before: string | null }
>(
  "identity.verify_address",
  (p) => sql`
    with old as (
      select id, case when "emailVerified" then email end as before
      from identity."user" where id = ${p.personId}::uuid for update
    )
    update identity."user" u set email = ${p.address}, "emailVerified" = true, "pendingEmail" = null,
      "pendingSince" = null, "updatedAt" = ${p.now}::timestamptz
    from old where u.id = old.id and (u."pendingEmail" = ${p.address} or (u."emailVerified" and u.email = ${p.address}))
    returning u.name, old.before`,
);
const setPendingRow = statement<{ personId: string; address: string | null; now: Date }, never>(
  "identity.set_pending_address",
  (p) => sql`
    update identity."user" set "pendingEmail" = ${p.address}, "pendingSince" = case
      when ${p.address}::text is null then null
      when "pendingEmail" = ${p.address} then coalesce("pendingSince", "createdAt")
      else ${p.now}::timestamptz end, "updatedAt" = ${p.now}::timestamptz
    where id = ${p.personId}::uuid and not "isAnonymous"`,
);
const endSessionRows = statement<{ personId: string; exceptId: string | null }, never>(
  "identity.end_sessions",
  (p) => sql`
    delete from identity."session" where "userId" = ${p.personId}::uuid and id is distinct from ${p.exceptId}::uuid`,
);

/** Upgrades a guest to a member, and revokes all their sessions. False if already registered. */
export const registerAnonymous = async (
  db: Db,
  person: { personId: string; name: string; address: string; locale: string; now: Date },
): Promise<boolean> => (await db.maybe(upgradePerson, person)) !== null;

/** Whether the guest of this session's token registered within the last hour. */
export const isSessionUpgraded = async (db: Db, session: { token: string; now: Date }): Promise<boolean> =>
  (await db.one(selectUpgraded, session)).isUpgraded;

/** Inserts a member with an unverified address. */
export const insertPerson = async (
  db: Db,
  person: { name: string; address: string; locale: string; now: Date },
): Promise<string> => (await db.one(insertPersonRow, person)).id;

export const setPassword = async (
  db: Db,
  change: { personId: string; passwordHash: string; now: Date },
): Promise<void> => {
  await db.change(setPasswordRow, change);
};

/** Replaces the hash of an unchanged password; does nothing if the password was changed. */
export const replacePasswordHash = async (
  db: Db,
  replaced: { personId: string; hash: string; newHash: string },
): Promise<void> => {
  await db.change(replaceHashRow, replaced);
};

/**
 * Makes a pending address the verified one. `before`: the verified one that it replaces. Null if another
 * address was requested since.
 * @throws a unique violation if another account verified it
 */
export const verifyAddressOf = (
  db: Db,
  verified: { personId: string; address: string; now: Date },
): Promise<{ name: string; before: string | null } | null> => db.maybe(verifyRow, verified);

export const setPendingEmail = async (
  db: Db,
  change: { personId: string; address: string | null; now: Date },
): Promise<void> => {
  await db.change(setPendingRow, change);
};

/** Deletes a person's sessions, all or all but one. */
export const endSessions = async (
  db: Db,
  ended: { personId: string; exceptId: string | null },
): Promise<void> => {
  await db.change(endSessionRows, ended);
};
