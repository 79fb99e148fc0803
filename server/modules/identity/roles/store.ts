import { sql } from "kysely";
import type { Role } from "../../../ctx.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { secondStepDueSql } from "./store-second-step.ts";

/** A member of staff. */
export interface StaffRow {
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly image: string | null;
  readonly role: Role;
  /** Null if assigned before the audit log existed. */
  readonly since: Date | null;
  /** Of their sessions and entries in the audit log; null without any. */
  readonly lastActiveAt: Date | null;
  /** Until when they may work without a second factor; null for those who have one. */
  readonly secondStepDueAt: Date | null;
}

/** A member whose row is locked until the transaction ends. */
export interface HeldRole {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Whether they have an account of their own that is not suspended. */
  readonly mayWork: boolean;
  /** Whether they requested the deletion of their account. */
  readonly isBeingDeleted: boolean;
}

/** An account that verified or gave an email. */
export interface AddressedAccount {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly isVerified: boolean;
  readonly signedUpAt: Date;
  /** Number of active sessions. */
  readonly sessions: number;
}

const maxListed = 200;

const selectStaff = statement<Record<string, never>, StaffRow>(
  "identity.list_staff",
  () => sql`
    select id, name, username, image, role, (
      select happened_at from identity.staff_acts
      where subject = 'person:' || u.id and action = 'identity.role_changed' order by happened_at desc limit 1
    ) as since,
    greatest(
      (select max(coalesce("rotatedAt", "updatedAt")) from identity."session" s where s."userId" = u.id),
      (select max(happened_at) from identity.staff_acts where actor_id = u.id)
    ) as "lastActiveAt",
    ${secondStepDueSql("u")} as "secondStepDueAt"
    from identity."user" u where role <> 'member'
    order by array_position(array['admin', 'finance', 'editor', 'support', 'teacher', 'moderator'], role), lower(name), id limit ${sql.lit(maxListed)}`,
);
// All transactions lock in the same order, to avoid deadlocks.
const lockRoles = statement<{ personId: string; now: Date }, HeldRole>(
  "identity.lock_roles",
  (p) => sql`
    select id, name, role,
      "accountId" is null and not exists (
        select from identity.bans where person_id = u.id and (until is null or until > ${p.now}::timestamptz)) as "mayWork",
      exists (select from identity.leavings where person_id = u.id) as "isBeingDeleted"
    from identity."user" u where role = 'admin' or (id = ${p.personId}::uuid and not "isAnonymous")
    order by id for no key update of u`,
);
const setRow = statement<{ personId: string; role: Role; now: Date }, never>(
  "identity.update_role",
  (p) => sql`
    update identity."user" set role = ${p.role},
      "staffSince" = case when ${p.role} = 'member' then null when role = 'member' then ${p.now}::timestamptz else "staffSince" end,
      "updatedAt" = ${p.now}::timestamptz where id = ${p.personId}::uuid`,
);
const selectAccountOfEmail = statement<{ address: string; now: Date }, AddressedAccount>(
  "identity.list_accounts_of_address",
  (p) => sql`
    select id, name, role, "emailVerified" and email = ${p.address} as "isVerified", "createdAt" as "signedUpAt", (
      select count(*)::int from identity."session" s where s."userId" = u.id and s."expiresAt" > ${p.now}::timestamptz
    ) as sessions
    from identity."user" u
    where not "isAnonymous" and (("emailVerified" and email = ${p.address}) or "pendingEmail" = ${p.address})
    order by 4 desc, "createdAt", id limit 20`,
);

/** All staff, admins first, each role by name; at most 200. */
export const listStaff = (db: Db): Promise<StaffRow[]> => db.many(selectStaff, {});

/** Locks all admins and a person until the transaction ends, so that role changes are serialized. */
export async function lockRolesOf(
  db: Db,
  asked: { personId: string; now: Date },
): Promise<{ admins: readonly HeldRole[]; person: HeldRole | null }> {
  const rows = await db.many(lockRoles, asked);
  return {
    admins: rows.filter(({ role }) => role === "admin"),
    person: rows.find(({ id }) => id === asked.personId) ?? null,
  };
}

export const updateRole = async (
  db: Db,
  change: { personId: string; role: Role; now: Date },
): Promise<void> => {
  await db.change(setRow, change);
};

/**
 * The account that verified an address, then those that only gave it; at most 20.
 * @param asked.address in lower case
 */
export const listAccountsOfAddress = (
  db: Db,
  asked: { address: string; now: Date },
): Promise<AddressedAccount[]> => db.many(selectAccountOfEmail, asked);
