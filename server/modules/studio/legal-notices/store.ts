import { sql } from "kysely";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { statement, statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { payersSql } from "../../billing/index.ts";
import { accountsSql, isReachableSql } from "../../identity/index.ts";

/** Who is told of a version: everyone with an account, or those with a subscription that isn't over. */
export const noticeAudiences = ["members", "subscribers"] as const;
export type NoticeAudience = (typeof noticeAudiences)[number];

/** A version of a legal page. */
export interface NoticeVersion {
  readonly kind: LegalPageKind;
  readonly version: number;
}
type VersionParams = { kind: string; version: number };

/** A notice that was sent, or is being sent. */
export interface NoticeRow {
  readonly audience: NoticeAudience;
  readonly startedAt: Date;
  readonly sentAt: Date | null;
  /** People who got an email by it. */
  readonly notified: number;
}
const columns = sql`audience, started_at as "startedAt", sent_at as "sentAt", notified`;

const selectNotices = statement<VersionParams, NoticeRow>(
  "studio.list_legal_notices",
  (p) => sql`
    select ${columns} from studio.legal_notices
    where kind = ${p.kind} and version = ${p.version}::int order by audience`,
);
const lockNotices = statement<VersionParams, NoticeRow>(
  "studio.lock_legal_notices",
  (p) => sql`
    select ${columns} from studio.legal_notices
    where kind = ${p.kind} and version = ${p.version}::int order by audience for update`,
);
const insertNotice = statement<VersionParams & { audience: string; now: Date }, never>(
  "studio.insert_legal_notice",
  (p) => sql`
    insert into studio.legal_notices (kind, version, audience, started_at)
    values (${p.kind}, ${p.version}::int, ${p.audience}, ${p.now}::timestamptz) on conflict do nothing`,
);
const updateNotice = statement<
  VersionParams & { audience: string; notified: number; sentAt: Date | null },
  never
>(
  "studio.advance_legal_notice",
  (p) => sql`
    update studio.legal_notices set notified = notified + ${p.notified}::int, sent_at = ${p.sentAt}::timestamptz
    where kind = ${p.kind} and version = ${p.version}::int and audience = ${p.audience}`,
);

/** Accounts of an audience that have an email and weren't told of a version yet. */
const readersSql = (
  audience: NoticeAudience,
  p: { readonly [Name in "kind" | "version" | "now"]: unknown },
) => sql`
  from ${accountsSql()} as person
  where not "isAnonymous" and email is not null and ${isReachableSql(sql`person.id`, p.now)}
    ${audience === "subscribers" ? sql`and id in ${payersSql({ stage: null, by: "any" }, { planId: null, countryCode: null, currencyCode: null })}` : sql``}
    and not exists (
      select from studio.legal_notice_recipients as told
      where told.person_id = person.id and told.kind = ${p.kind} and told.version = ${p.version}::int)`;

/** Most people who are counted, so that counting takes a bounded time. */
const maxCounted = 50_000;

/** How many people a notice would reach now. */
export interface NoticeCount {
  /** At most `maxCounted`. */
  readonly people: number;
  /** Whether there are more. */
  readonly isCapped: boolean;
}
const countReaders = statementByShape<NoticeAudience, VersionParams & { now: Date }, NoticeCount>(
  "studio.count_legal_readers",
  (audience, p) => sql`
    select least(count(*), ${sql.lit(maxCounted)})::int as people, count(*) > ${sql.lit(maxCounted)} as "isCapped"
    from (select ${readersSql(audience, p)} limit ${sql.lit(maxCounted + 1)}) as readers`,
);

/** Someone to tell. */
export interface NoticeReader {
  readonly id: string;
  /** When they joined, to the microsecond, for cursors. */
  readonly position: string;
}
const selectReaders = statementByShape<
  NoticeAudience,
  VersionParams & { now: Date; afterAt: string | null; afterId: string | null; first: number },
  NoticeReader
>(
  "studio.list_legal_readers",
  (audience, p) => sql`
    select id, "joinedAt"::text as position ${readersSql(audience, p)}
      and ("joinedAt", id) < (coalesce(${p.afterAt}::timestamptz, 'infinity'),
        coalesce(${p.afterId}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by "joinedAt" desc, id desc limit ${p.first}::int`,
);
const insertRecipients = statement<
  VersionParams & { personIds: readonly string[]; emailIds: readonly string[]; now: Date },
  never
>(
  "studio.insert_legal_recipients",
  (p) => sql`
    insert into studio.legal_notice_recipients (person_id, kind, version, notified_at, email_id)
    select told.person_id, ${p.kind}, ${p.version}::int, ${p.now}::timestamptz, told.email_id
    from unnest(${p.personIds}::uuid[], ${p.emailIds}::uuid[]) as told (person_id, email_id)`,
);

export const listNotices = (db: Db, of: NoticeVersion): Promise<NoticeRow[]> => db.many(selectNotices, of);
/** Locks the notices of a version until the end of the transaction. */
export const listNoticesLocked = (db: Db, of: NoticeVersion): Promise<NoticeRow[]> =>
  db.many(lockNotices, of);
/** @returns false if this audience is told already */
export const insertNoticeRow = async (
  db: Db,
  notice: NoticeVersion & { audience: NoticeAudience; now: Date },
): Promise<boolean> => (await db.change(insertNotice, notice)) === 1;
/** Adds to the number of people who got an email; with `sentAt` the notice is sent. */
export const advanceNotice = async (
  db: Db,
  change: NoticeVersion & { audience: NoticeAudience; notified: number; sentAt: Date | null },
): Promise<void> => {
  await db.change(updateNotice, change);
};
export const countNoticeReaders = (
  db: Db,
  audience: NoticeAudience,
  of: NoticeVersion & { now: Date },
): Promise<NoticeCount> => db.one(countReaders(audience), of);
/** People who weren't told yet, newest members first. */
export const listNoticeReaders = (
  db: Db,
  audience: NoticeAudience,
  page: NoticeVersion & { now: Date; after: NoticeReader | null; first: number },
): Promise<NoticeReader[]> => {
  const { kind, version, now, after, first } = page;
  const afterAt = after?.position ?? null;
  return db.many(selectReaders(audience), {
    kind,
    version,
    now,
    afterAt,
    afterId: after?.id ?? null,
    first,
  });
};
/** Records who was told of a version, and by which emails. */
export const insertNoticeRecipients = async (
  db: Db,
  notified: NoticeVersion & { personIds: readonly string[]; emailIds: readonly string[]; now: Date },
): Promise<void> => {
  await db.change(insertRecipients, notified);
};
