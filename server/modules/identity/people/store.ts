import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { joinedSql } from "./sql.ts";

/** What holds for an account beside its plan. */
export interface AccountState {
  /** The reason that the person was told; null unless suspended now. */
  readonly suspensionReason: string | null;
  /** Null for no end, and unless suspended. */
  readonly suspendedUntil: Date | null;
  /** When the account goes; null if it stays. */
  readonly deletedAt: Date | null;
  /** Of an export in progress or ready; null without one. */
  readonly exportRequestedAt: Date | null;
  /** An address that was entered and waits for its confirmation; null without one. */
  readonly unconfirmedEmail: string | null;
  /** On how many devices the person is signed in. */
  readonly sessions: number;
  /** Whether they have a role, so that only admins change the account. */
  readonly isStaff: boolean;
}

const selectState = statement<{ personId: string; now: Date }, AccountState>(
  "identity.find_account_state",
  (p) => sql`
    select ban.reason as "suspensionReason", ban.until as "suspendedUntil",
      (select due_at from identity.leavings where person_id = ${p.personId}::uuid) as "deletedAt",
      (select max(requested_at) from identity.exports where person_id = ${p.personId}::uuid
        and (expires_at > ${p.now}::timestamptz
          or (ready_at is null and requested_at > ${p.now}::timestamptz - interval '1 day'))) as "exportRequestedAt",
      (select "pendingEmail" from identity."user" where id = ${p.personId}::uuid) as "unconfirmedEmail",
      (select count(*)::int from identity."session"
        where "userId" = ${p.personId}::uuid and "expiresAt" > ${p.now}::timestamptz) as sessions,
      exists (select from identity."user" where id = ${p.personId}::uuid and role <> 'member') as "isStaff"
    from (select 1) as one left join identity.bans as ban
      on ban.person_id = ${p.personId}::uuid and (ban.until is null or ban.until > ${p.now}::timestamptz)`,
);
type Subject = { role: string; name: string; unconfirmedEmail: string | null };
const selectSubject = statement<{ personId: string }, Subject>(
  "identity.find_subject_of_staff",
  (p) => sql`
    select role, name, "pendingEmail" as "unconfirmedEmail" from identity."user"
    where id = ${p.personId}::uuid and "accountId" is null and not "isAnonymous"`,
);
const deleteSessions = statement<{ personId: string }, { count: number }>(
  "identity.end_sessions_of_person",
  (p) => sql`
    with ended as (delete from identity."session" where "userId" = ${p.personId}::uuid returning 1)
    select count(*)::int as count from ended`,
);

export const findAccountState = (db: Db, personId: string, now: Date): Promise<AccountState> =>
  db.one(selectState, { personId, now });
const selectAnyone = statement<{}, { exists: boolean }>(
  "identity.has_accounts",
  () => sql`select exists (select from identity."user") as exists`,
);

/** Whether someone signed up here, or danced as a guest. */
export const hasAccounts = async (db: Db): Promise<boolean> => (await db.one(selectAnyone, {})).exists;
const countJoined = statement<{ since: Date; until: Date }, { total: number }>(
  "identity.count_joined",
  (p) => sql`
    select count(*)::int as total from ${joinedSql({ from: p.since, until: p.until })} as joined`,
);

/** Number of accounts created within a span, without guests. @param until exclusive */
export const joinedBetween = async ({ db }: { readonly db: Db }, since: Date, until: Date): Promise<number> =>
  (await db.one(countJoined, { since, until })).total;
/** A registered account; null for guests, profiles of a family and unknown ids. */
export const findSubject = (db: Db, personId: string): Promise<Subject | null> =>
  db.maybe(selectSubject, { personId });
/** @returns how many sessions ended */
export const endSessionsOfPerson = async (db: Db, personId: string): Promise<number> =>
  (await db.one(deleteSessions, { personId })).count;
