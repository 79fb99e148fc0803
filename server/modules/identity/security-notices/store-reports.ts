import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";

export const reportKinds = [
  "passkey_added",
  "new_device",
  "email_change_requested",
  "email_changed",
] as const;
/** The kind of notified action that the reader can report. */
export type ReportKind = (typeof reportKinds)[number];

export interface ReportRow {
  readonly personId: string;
  readonly kind: ReportKind;
  /** The notified mailbox. */
  readonly email: string;
  readonly passkeyId: string | null;
  readonly device: string | null;
  readonly country: string | null;
  readonly happenedAt: Date;
}

const columns = sql`person_id as "personId", kind, email, passkey_id as "passkeyId", device, country, happened_at as "happenedAt"`;
const insertRow = statement<ReportRow & { hash: string; expiresAt: Date }, never>(
  "identity.insert_security_report",
  (p) => sql`
    insert into identity.security_reports (hash, person_id, kind, email, passkey_id, device, country, happened_at, expires_at)
    values (${p.hash}, ${p.personId}::uuid, ${p.kind}, ${p.email}, ${p.passkeyId}::uuid, ${p.device}, ${p.country},
      ${p.happenedAt}::timestamptz, ${p.expiresAt}::timestamptz)`,
);
const selectRow = statement<{ hash: string; now: Date }, ReportRow>(
  "identity.find_security_report",
  (p) => sql`
    select ${columns} from identity.security_reports where hash = ${p.hash} and expires_at > ${p.now}::timestamptz`,
);
const takeRow = statement<{ hash: string; now: Date }, ReportRow>(
  "identity.take_security_report",
  (p) => sql`
    delete from identity.security_reports where hash = ${p.hash} and expires_at > ${p.now}::timestamptz
    returning ${columns}`,
);
const undoRows = statement<
  { personId: string; since: Date; passkeyId: string | null; now: Date },
  { id: string }
>(
  "identity.undo_since",
  (p) => sql`
    with passkeys as (
        delete from identity."passkey" where "userId" = ${p.personId}::uuid
          and (id = ${p.passkeyId}::uuid or "createdAt" >= ${p.since}::timestamptz)
      ), factors as (
        delete from identity.two_factor where person_id = ${p.personId}::uuid and confirmed_at >= ${p.since}::timestamptz
      ), codes as (
        delete from identity.recovery_codes where person_id = ${p.personId}::uuid and created_at >= ${p.since}::timestamptz
      ), credentials as (
        delete from identity."account" where "userId" = ${p.personId}::uuid
          and ("providerId" = 'credential' or "updatedAt" >= ${p.since}::timestamptz)
      ), sessions as (delete from identity."session" where "userId" = ${p.personId}::uuid),
      copies as (
        update identity.exports set expires_at = ${p.now}::timestamptz
        where person_id = ${p.personId}::uuid and ready_at >= ${p.since}::timestamptz
      ), reports as (
        delete from identity.security_reports where person_id = ${p.personId}::uuid and happened_at >= ${p.since}::timestamptz
      ), devices as (
        update identity."user" set "deviceEpoch" = "deviceEpoch" + 1 where id = ${p.personId}::uuid
      )
    select id from identity."user" where id = ${p.personId}::uuid or "accountId" = ${p.personId}::uuid`,
);
const restoreRow = statement<{ personId: string; email: string; now: Date }, { id: string }>(
  "identity.restore_email",
  (p) => sql`
    update identity."user" u set email = ${p.email}, "emailVerified" = true, "updatedAt" = ${p.now}::timestamptz
    where id = ${p.personId}::uuid
      and not exists (select from identity."user" other where other.email = ${p.email} and other.id <> u.id)
    returning id`,
);
const deleteExpiredRows = statement<{ now: Date }, never>(
  "identity.delete_expired_security_reports",
  (p) => sql`
    delete from identity.security_reports where ${oldest("identity.security_reports", "expires_at", p.now)}`,
);
const selectDeviceFacts = statement<
  { personId: string; since: Date },
  { epoch: number; isLinkedNow: boolean; isNew: boolean }
>(
  "identity.find_device_facts",
  (p) => sql`
    select "deviceEpoch" as epoch, exists (
      select from identity."account" where "userId" = u.id and "providerId" <> 'credential'
        and "updatedAt" >= ${p.since}::timestamptz
    ) as "isLinkedNow", "createdAt" >= ${p.since}::timestamptz as "isNew"
    from identity."user" u where id = ${p.personId}::uuid`,
);

export const insertReport = async (
  db: Db,
  report: ReportRow & { hash: string; expiresAt: Date },
): Promise<void> => {
  await db.change(insertRow, report);
};

/** Null if the token was used, has expired or never existed. */
export const findReport = (db: Db, asked: { hash: string; now: Date }): Promise<ReportRow | null> =>
  db.maybe(selectRow, asked);

/** Spends a token: of two concurrent calls one gets the report. */
export const takeReport = (db: Db, asked: { hash: string; now: Date }): Promise<ReportRow | null> =>
  db.maybe(takeRow, asked);

/**
 * Revokes all sessions and the password of an account, and all credentials added since: passkeys, two-factor
 * authentication, recovery codes, linked accounts. Also deletes later exports and reports, and makes every browser unknown.
 * @returns the ids of its profiles
 */
export const undoSince = async (
  db: Db,
  undone: { personId: string; since: Date; passkeyId: string | null; now: Date },
): Promise<string[]> => (await db.many(undoRows, undone)).map(({ id }) => id);

/** Restores a verified email. False if another account has verified it by now. */
export const restoreEmail = async (
  db: Db,
  restored: { personId: string; email: string; now: Date },
): Promise<boolean> => (await db.maybe(restoreRow, restored)) !== null;

export const deleteExpiredReports = async (db: Db, now: Date): Promise<void> => {
  await deleteInBatches(db, deleteExpiredRows, { now });
};

/** The epoch of known browsers, and whether a provider was linked or the account made since. Null for a deleted account. */
export const findDeviceFacts = (
  db: Db,
  asked: { personId: string; since: Date },
): Promise<{ epoch: number; isLinkedNow: boolean; isNew: boolean } | null> =>
  db.maybe(selectDeviceFacts, asked);
