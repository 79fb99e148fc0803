import { sql } from "kysely";
import type { Role } from "../../ctx.ts";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** Somebody who works in the studio. */
export interface StaffRow {
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly image: string | null;
  readonly role: Role;
  /** Null: they had it before the audit log. */
  readonly since: Date | null;
}

/** Somebody registered, held until the transaction ends. */
export interface HeldRole {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** They have an account of their own, and it is open. */
  readonly mayWork: boolean;
  /** They asked for their account to go. */
  readonly isLeaving: boolean;
}

const mostListed = 200;

const selectStaff = statement<Record<string, never>, StaffRow>(
  "identity.list_staff",
  () => sql`
    select id, name, username, image, role, (
      select happened_at from identity.staff_acts
      where subject = 'person:' || u.id and action = 'identity.role_changed' order by happened_at desc limit 1
    ) as since
    from identity."user" u where role <> 'member'
    order by array_position(array['admin', 'editor', 'moderator'], role), lower(name), id limit ${sql.lit(mostListed)}`,
);
// All lock in the same order, so that nobody waits for somebody who waits for them.
const lockRoles = statement<{ personId: string; now: Date }, HeldRole>(
  "identity.lock_roles",
  (p) => sql`
    select id, name, role,
      "accountId" is null and not exists (
        select from identity.bans where person_id = u.id and (until is null or until > ${p.now}::timestamptz)) as "mayWork",
      exists (select from identity.leavings where person_id = u.id) as "isLeaving"
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
const selectOfAddress = statement<{ address: string }, { id: string }>(
  "identity.find_person_of_address",
  (p) =>
    sql`select id from identity."user" where email = ${p.address} and "emailVerified" and not "isAnonymous"`,
);

/** Everybody with a role: admins, editors, moderators, each by name; 200 at most. */
export const listStaff = (db: Db): Promise<StaffRow[]> => db.many(selectStaff, {});

/** Holds all admins and a person until the transaction ends, so that roles are taken one after another. */
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

/** Whoever proved an address, in lower case; null where nobody did. */
export const findPersonOfAddress = async (db: Db, address: string): Promise<string | null> =>
  (await db.maybe(selectOfAddress, { address }))?.id ?? null;
