import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { publicPersonSql } from "../store.ts";
import type { PublicPerson } from "../store.ts";

/** A suspension of an account. */
export interface SuspensionRow {
  readonly person: PublicPerson;
  readonly reason: string;
  readonly suspendedAt: Date;
  /** Null for no end. */
  readonly until: Date | null;
}

const maxListed = 200;

const upsertSuspension = statement<
  { personId: string; reason: string; now: Date; until: Date | null },
  { id: string }
>(
  "identity.insert_ban",
  (p) => sql`
    with ended as (delete from identity."session" where "userId" = ${p.personId}::uuid)
    insert into identity.bans (person_id, reason, banned_at, until)
    values (${p.personId}::uuid, ${p.reason}, ${p.now}::timestamptz, ${p.until}::timestamptz)
    on conflict (person_id) do update set reason = excluded.reason, until = excluded.until
    returning person_id as id`,
);
const deleteRow = statement<{ personId: string }, { id: string }>(
  "identity.delete_ban",
  (p) => sql`delete from identity.bans where person_id = ${p.personId}::uuid returning person_id as id`,
);
const selectSuspension = statement<{ personId: string; now: Date }, { until: Date | null }>(
  "identity.find_ban",
  (p) => sql`
    select until from identity.bans
    where person_id = ${p.personId}::uuid and (until is null or until > ${p.now}::timestamptz)`,
);
const selectSuspensions = statement<{ now: Date }, SuspensionRow>(
  "identity.list_bans",
  (p) => sql`
    select person, reason, "suspendedAt", until from (
      select person_id, ${publicPersonSql(sql`bans.person_id`)} as person, reason, banned_at as "suspendedAt", until from identity.bans
      where until is null or until > ${p.now}::timestamptz
    ) as banned
    where person is not null order by "suspendedAt" desc, person_id limit ${sql.lit(maxListed)}`,
);
const selectRole = statement<{ personId: string }, { role: string; name: string }>(
  "identity.find_role",
  (p) => sql`select role, name from identity."user" where id = ${p.personId}::uuid and not "isAnonymous"`,
);

/** Suspends an account, and deletes its sessions. */
export const insertSuspension = async (
  db: Db,
  suspension: { personId: string; reason: string; now: Date; until: Date | null },
): Promise<void> => {
  await db.one(upsertSuspension, suspension);
};
/** @returns whether it was suspended */
export const deleteSuspension = async (db: Db, personId: string): Promise<boolean> =>
  (await db.maybe(deleteRow, { personId })) !== null;
/** Null if the account is not suspended. */
export const findSuspension = (db: Db, personId: string, now: Date): Promise<{ until: Date | null } | null> =>
  db.maybe(selectSuspension, { personId, now });
/** Newest first; at most 200. */
export const listSuspensions = (db: Db, now: Date): Promise<SuspensionRow[]> =>
  db.many(selectSuspensions, { now });
/** A member's role and name; null for a guest. */
export const findRole = (db: Db, personId: string): Promise<{ role: string; name: string } | null> =>
  db.maybe(selectRole, { personId });
