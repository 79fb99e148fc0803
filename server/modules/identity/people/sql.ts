import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/** Candidates of a search. A word that fits more people isn't one to choose by. */
const maxFound = 500;

/** The columns by which staff read an account, of `from accountsSql()`. */
export const accountsSql = (): RawBuilder<unknown> => sql`(
  select id, name, username, image, locale, role, "isAnonymous", "createdAt" as "joinedAt",
    case when "emailVerified" then email else "pendingEmail" end as email, "emailVerified" as "isEmailVerified"
  from identity."user" where "accountId" is null)`;

/** Ids of the accounts created within a span, without guests. */
export const joinedSql = (p: {
  readonly from: unknown;
  readonly until: unknown;
}): RawBuilder<unknown> => sql`(
  select id from identity."user" where not "isAnonymous" and "accountId" is null
    and "createdAt" >= ${p.from}::timestamptz and "createdAt" < ${p.until}::timestamptz)`;

/**
 * Ids of the accounts that words match, also by the name of a profile in the family; at most 500.
 * @param words as returned by `peopleQuery`; null matches none
 */
export const accountsOfWordsSql = (words: unknown): RawBuilder<unknown> => sql`(
  select coalesce("accountId", id) as id from identity."user"
  where not "isAnonymous"
    and identity.people_words(name, username, email, "emailVerified", "pendingEmail") @@ ${words}::tsquery
  limit ${sql.lit(maxFound)})`;

/** Ids of an account's profiles, its holder included. */
export const profileIdsSql = (accountId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select ${accountId} as id union all select id from identity."user" where "accountId" = ${accountId})`;

/** The account of a person's id, which may be that of a family member's profile; null for an unknown id. */
export const accountIdSql = (personId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce("accountId", id) from identity."user" where id = ${personId})`;

/** The audit log, as staff read it: `from auditLogSql()`. */
export const auditLogSql = (): RawBuilder<unknown> => sql`(
  select id, happened_at as at, actor_id as "actorId", action, subject, details from identity.staff_acts)`;

/** Whether an account is neither suspended nor waiting for its deletion. */
export const isReachableSql = (accountId: RawBuilder<unknown>, now: unknown): RawBuilder<unknown> => sql`(
  not exists (select from identity.leavings where person_id = ${accountId})
  and not exists (select from identity.bans where person_id = ${accountId} and (until is null or until > ${now}::timestamptz)))`;
