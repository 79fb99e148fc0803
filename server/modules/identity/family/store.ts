import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A profile of an account: its holder or a family member. */
export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly image: string | null;
  readonly isChild: boolean;
  /** Whether the profile holds the account: signs in and pays. */
  readonly isHolder: boolean;
}

const memberColumns = sql`id, name, image, "isChild", "accountId" is null as "isHolder"`;
const selectMembers = statement<{ accountIds: readonly string[] }, MemberRow & { accountId: string }>(
  "identity.list_members",
  (p) => sql`
    select ${memberColumns}, coalesce("accountId", id) as "accountId" from identity."user"
    where id = any(${p.accountIds}::uuid[]) and "accountId" is null or "accountId" = any(${p.accountIds}::uuid[])
    order by "accountId" nulls first, "createdAt", id limit 100`,
);
const lockHolder = statement<{ accountId: string }, { id: string }>(
  "identity.lock_holder",
  (p) =>
    sql`select id from identity."user" where id = ${p.accountId}::uuid and "accountId" is null for update`,
);
const countMembers = statement<{ accountId: string; exceptId: string }, { members: number }>(
  "identity.count_members",
  (p) => sql`
    select count(*) as members from identity."user" where "accountId" = ${p.accountId}::uuid and id <> ${p.exceptId}::uuid`,
);
export type NewMember = { id: string; accountId: string; name: string; isChild: boolean; now: Date };
// The address cannot be verified and there is no password, so a family profile cannot sign in.
const insertMemberRow = statement<NewMember & { image: string }, never>(
  "identity.insert_member",
  (p) => sql`
    insert into identity."user" (id, name, image, email, "emailVerified", "accountId", "isChild", "createdAt", "updatedAt")
    values (${p.id}::uuid, ${p.name}, ${p.image}, ${p.id}::text || '@member.invalid', false, ${p.accountId}::uuid,
      ${p.isChild}::boolean, ${p.now}::timestamptz, ${p.now}::timestamptz)
    on conflict (id) do nothing`,
);
const updateMemberRow = statement<
  { id: string; accountId: string; name: string | null; isChild: boolean | null; now: Date },
  never
>(
  "identity.update_member",
  (p) => sql`
    update identity."user" set name = coalesce(${p.name}, name), "isChild" = coalesce(${p.isChild}::boolean, "isChild"),
      "updatedAt" = ${p.now}::timestamptz
    where id = ${p.id}::uuid and "accountId" = ${p.accountId}::uuid`,
);
const deleteMemberRow = statement<{ id: string; accountId: string }, never>(
  "identity.delete_member",
  (p) => sql`delete from identity."user" where id = ${p.id}::uuid and "accountId" = ${p.accountId}::uuid`,
);
const deleteMembers = statement<{ accountId: string }, { id: string }>(
  "identity.delete_members",
  (p) => sql`delete from identity."user" where "accountId" = ${p.accountId}::uuid returning id`,
);
const setProfile = statement<{ sessionId: string; accountId: string; profileId: string | null }, never>(
  "identity.choose_member",
  (p) => sql`
    update identity."session" set "profileId" = ${p.profileId}::uuid
    where id = ${p.sessionId}::uuid and "userId" = ${p.accountId}::uuid`,
);
const selectPin = statement<{ accountId: string }, { hash: string }>(
  "identity.find_pin",
  (p) => sql`select hash from identity.family_pins where account_id = ${p.accountId}::uuid`,
);
const upsertPin = statement<{ accountId: string; hash: string; now: Date }, never>(
  "identity.set_pin",
  (p) => sql`
    insert into identity.family_pins (account_id, hash, set_at) values (${p.accountId}::uuid, ${p.hash}, ${p.now}::timestamptz)
    on conflict (account_id) do update set hash = excluded.hash, set_at = excluded.set_at`,
);

const replacePin = statement<{ accountId: string; hash: string; newHash: string }, never>(
  "identity.replace_pin_hash",
  (p) => sql`
    update identity.family_pins set hash = ${p.newHash} where account_id = ${p.accountId}::uuid and hash = ${p.hash}`,
);

/** The profiles of accounts: holders first, then in the order of creation. */
export const listMembers = (
  db: Db,
  accountIds: readonly string[],
): Promise<(MemberRow & { accountId: string })[]> => db.many(selectMembers, { accountIds });

/** Locks the account until the transaction ends, so that concurrent additions are counted one by one. */
export const findHolderForUpdate = (db: Db, accountId: string): Promise<{ id: string } | null> =>
  db.maybe(lockHolder, { accountId });

/** Number of an account's members, without its holder and `exceptId`. */
export const countMembersOf = async (db: Db, accountId: string, exceptId: string): Promise<number> =>
  (await db.one(countMembers, { accountId, exceptId })).members;

/** Inserts a member unless the id exists. */
export const insertMember = async (db: Db, member: NewMember & { image: string }): Promise<void> => {
  await db.change(insertMemberRow, member);
};

/**
 * Updates non-null fields.
 * @returns false if the account has no such member
 */
export const updateMember = async (
  db: Db,
  change: { id: string; accountId: string; name: string | null; isChild: boolean | null; now: Date },
): Promise<boolean> => (await db.change(updateMemberRow, change)) > 0;

/**
 * Deletes a member with all their data.
 * @returns false if the account has no such member
 */
export const deleteMember = async (db: Db, member: { id: string; accountId: string }): Promise<boolean> =>
  (await db.change(deleteMemberRow, member)) > 0;

/**
 * Deletes all members of an account with their data; its holder stays.
 * @returns their ids
 */
export const deleteMembersOf = async (db: Db, accountId: string): Promise<string[]> =>
  (await db.many(deleteMembers, { accountId })).map(({ id }) => id);

export const saveProfile = async (
  db: Db,
  chosen: { sessionId: string; accountId: string; profileId: string | null },
): Promise<void> => {
  await db.change(setProfile, chosen);
};
export const findPinHash = async (db: Db, accountId: string): Promise<string | null> =>
  (await db.maybe(selectPin, { accountId }))?.hash ?? null;
export const savePinHash = async (
  db: Db,
  pin: { accountId: string; hash: string; now: Date },
): Promise<void> => {
  await db.change(upsertPin, pin);
};

/** Replaces the hash of the same PIN, unless the PIN was changed since `hash` was read. */
export const replacePinHash = async (
  db: Db,
  pin: { accountId: string; hash: string; newHash: string },
): Promise<void> => {
  await db.change(replacePin, pin);
};

/** SQL for the members of an account beside its holder: `id`, `created_at`. For other modules' statements. */
export const memberRowsSql = (accountId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select id, "createdAt" as created_at from identity."user" where "accountId" = ${accountId})`;

/** SQL for whether a person is a child profile, for use in other modules' statements. */
export const isChildSql = (personId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select "isChild" from identity."user" where id = ${personId}), false)`;

/**
 * SQL for a person's account, which is their own id unless they are a family member. For other modules'
 * statements.
 */
export const accountOfSql = (personId: unknown): RawBuilder<unknown> => sql`coalesce(
  (select "accountId" from identity."user" where id = ${personId}::uuid), ${personId}::uuid)`;
