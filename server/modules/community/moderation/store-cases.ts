import type { CaseCause } from "../../../../contract/moderation.ts";
import { sql } from "kysely";
import { statement, statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { publicPersonSql } from "../../identity/index.ts";
import type { PublicPerson } from "../../identity/index.ts";
import { assetSql } from "../../media/index.ts";
import type { AssetRow } from "../../media/index.ts";
import type { ContentKind, ModerationStatus, Place, SubjectKind } from "../store.ts";

export const contentTypes = ["post", "comment", "video_upload", "user"] as const;
export type ContentType = ContentKind | "user";
export const reportReasons = [
  "harassment",
  "hate",
  "irrelevant",
  "nudity",
  "other",
  "spam",
  "violence",
] as const;
export type ReportReason = (typeof reportReasons)[number];
export const decisions = ["keep", "remove", "limit"] as const;
export type Decision = (typeof decisions)[number];

export interface CaseRow {
  readonly id: string;
  readonly contentType: ContentType;
  readonly contentId: string;
  /** The author, or the reported person. */
  readonly person: PublicPerson | null;
  readonly status: ModerationStatus;
  readonly cause: CaseCause;
  readonly reportsCount: number;
  readonly openedAt: Date;
  readonly isPassed: boolean;
  readonly decision: Decision | null;
  readonly reason: ReportReason | null;
  readonly note: string | null;
  readonly decidedBy: PublicPerson | null;
  readonly decidedAt: Date | null;
  readonly appeal: string | null;
  /** The reported text; null if deleted, or for a person. */
  readonly text: string | null;
  /** What the content is about, to build its path on the web. */
  readonly subjectKind: SubjectKind | null;
  readonly subjectId: string | null;
  readonly asset: AssetRow | null;
  readonly contentCreatedAt: Date | null;
  /** Of the person: strikes, and reported content that was kept. */
  readonly strikes: number;
  readonly cleared: number;
  readonly memberSince: Date | null;
  readonly reports: readonly { reason: ReportReason; details: string | null; reportedAt: string }[];
}

const caseColumns = sql`
  cases.id, cases.content_type as "contentType", cases.content_id as "contentId", ${publicPersonSql(sql`cases.person_id`)} as person,
  cases.status, cases.cause, cases.reports_count as "reportsCount", cases.opened_at as "openedAt", cases.is_passed as "isPassed",
  cases.decision, cases.reason, cases.note, ${publicPersonSql(sql`cases.decided_by`)} as "decidedBy", cases.decided_at as "decidedAt",
  cases.appeal, content.text, content.subject_kind as "subjectKind", content.subject_id as "subjectId",
  ${assetSql(sql`coalesce(content.video_upload_id, case when content.kind = 'video_upload' then content.id end)`)} as asset,
  content.created_at as "contentCreatedAt", coalesce(standing.strikes, 0) as strikes, standing.since as "memberSince",
  (select count(*) from community.cases as earlier where earlier.person_id = cases.person_id and earlier.decision = 'keep') as cleared,
  coalesce((select json_agg(json_build_object('reason', reason, 'details', details, 'reportedAt', reported_at) order by reported_at desc)
    from (select * from community.reports where content_id = cases.content_id order by reported_at desc limit 20) as reports), '[]') as reports`;
const from = sql`community.cases left join community.content on content.id = cases.content_id
  left join community.standing on standing.person_id = cases.person_id`;

/** Queues: reported, held for a first review, appealed, escalated to an administrator, or done. */
export const queues = ["reported", "pending", "appeals", "passed", "done"] as const;
export type Queue = (typeof queues)[number];
const inQueue: Record<Queue, ReturnType<typeof sql>> = {
  reported: sql`cases.status = 'reported' and cases.cause <> 'appeal' and not cases.is_passed`,
  pending: sql`cases.status = 'pending_review' and not cases.is_passed`,
  appeals: sql`cases.status = 'reported' and cases.cause = 'appeal' and not cases.is_passed`,
  passed: sql`cases.status <> 'reviewed' and cases.is_passed`,
  done: sql`cases.status = 'reviewed'`,
};
const selectCases = statementByShape<
  { queue: Queue; reason: boolean; after: boolean },
  { reason: string | null; first: number; reports: number } & Place,
  CaseRow
>("community.list_cases", ({ queue, reason, after }, p) => {
  const isDone = queue === "done";
  const later = isDone
    ? sql`and (cases.decided_at, cases.id) < (${p.at}::timestamptz, ${p.id}::uuid)`
    : sql`and (-cases.reports_count, cases.opened_at, cases.id) > (-${p.reports}::int, ${p.at}::timestamptz, ${p.id}::uuid)`;
  return sql`
    select ${caseColumns} from ${from}
    where ${inQueue[queue]}
      ${reason ? sql`and exists (select from community.reports where content_id = cases.content_id and reason = ${p.reason})` : sql``}
      ${after ? later : sql``}
    order by ${isDone ? sql`cases.decided_at desc, cases.id desc` : sql`-cases.reports_count, cases.opened_at, cases.id`}
    limit ${p.first}::int`;
});
const countCases = statement<{ since: Date }, Record<Queue, number> & { oldest: Date | null }>(
  "community.count_cases",
  (p) => sql`
    select count(*) filter (where ${inQueue.reported}) as reported, count(*) filter (where ${inQueue.pending}) as pending,
      count(*) filter (where ${inQueue.appeals}) as appeals, count(*) filter (where ${inQueue.passed}) as passed,
      (select count(*) from community.cases where status = 'reviewed' and decided_at > ${p.since}::timestamptz) as done,
      min(opened_at) as oldest
    from community.cases where status <> 'reviewed'`,
);
const selectCase = statement<{ id: string }, CaseRow>(
  "community.find_case",
  (p) => sql`select ${caseColumns} from ${from} where cases.id = ${p.id}::uuid`,
);

const openOne = statement<
  { contentType: string; contentId: string; personId: string; cause: string; now: Date },
  never
>(
  "community.open_case",
  (p) => sql`
    insert into community.cases as cases (content_type, content_id, person_id, status, cause, opened_at)
    values (${p.contentType}, ${p.contentId}::uuid, ${p.personId}::uuid, 'pending_review', ${p.cause}, ${p.now}::timestamptz)
    on conflict (content_id) do update set status = 'pending_review', cause = excluded.cause, is_passed = false,
      opened_at = case when cases.status = 'reviewed' then excluded.opened_at else cases.opened_at end
    where cases.status <> 'pending_review'`,
);
const insertReport = statement<
  {
    contentType: string;
    contentId: string;
    reporterId: string;
    reason: string;
    details: string | null;
    isMembers: boolean;
    now: Date;
  },
  never
>(
  "community.insert_report",
  (p) => sql`
    insert into community.reports (content_type, content_id, reporter_id, reason, details, is_members, reported_at)
    values (${p.contentType}, ${p.contentId}::uuid, ${p.reporterId}::uuid, ${p.reason}, ${p.details}, ${p.isMembers}::boolean, ${p.now}::timestamptz)
    on conflict do nothing`,
);
const countReports = statement<{ reporterId: string; since: Date }, { total: number; locked: unknown }>(
  "community.count_reports",
  (p) => sql`
    with held as (select pg_advisory_xact_lock(hashtextextended(${p.reporterId}, 10)) is null as locked)
    select held.locked, (
      select count(*) from community.reports where reporter_id = ${p.reporterId}::uuid and reported_at > ${p.since}::timestamptz
    ) as total from held`,
);
const upsertReported = statement<
  { contentType: string; contentId: string; personId: string; now: Date; hidesFrom: number },
  { id: string }
>(
  "community.report_case",
  (p) => sql`
    with counted as (
      insert into community.cases as cases (content_type, content_id, person_id, status, cause, reports_count, opened_at)
      values (${p.contentType}, ${p.contentId}::uuid, ${p.personId}::uuid, 'reported', 'reports', 1, ${p.now}::timestamptz)
      on conflict (content_id) do update set reports_count = cases.reports_count + 1,
        status = case when cases.status = 'reviewed' then 'reported' else cases.status end,
        cause = case when cases.status = 'reviewed' then 'reports' else cases.cause end,
        opened_at = case when cases.status = 'reviewed' then excluded.opened_at else cases.opened_at end
      returning id, content_id, status, opened_at
    ), marked as (
      update community.content set moderation_status = counted.status,
        is_held = is_held or (counted.status = 'reported' and (
          select count(*) from community.reports
          where content_id = counted.content_id and is_members and reported_at >= counted.opened_at
        ) >= ${p.hidesFrom}::int)
      from counted where content.id = counted.content_id and content.removed_at is null
    )
    select id from counted`,
);
const moveReports = statement<{ from: string; into: string }, never>(
  "community.hand_over_reports",
  (p) => sql`
    update community.reports as given set reporter_id = ${p.into}::uuid where reporter_id = ${p.from}::uuid
      and not exists (select from community.reports as own where own.content_id = given.content_id and own.reporter_id = ${p.into}::uuid)`,
);

/** Most reported first; for `done`, latest decision first. */
export const listCases = (
  db: Db,
  page: { queue: Queue; reason: string | null; first: number; reports: number } & Place,
): Promise<CaseRow[]> =>
  db.many(selectCases({ queue: page.queue, reason: page.reason !== null, after: page.id !== null }), page);
/** Open cases by queue; done ones since a moment. */
export const countQueues = (db: Db, since: Date): Promise<Record<Queue, number> & { oldest: Date | null }> =>
  db.one(countCases, { since });
export const findCase = (db: Db, id: string): Promise<CaseRow | null> => db.maybe(selectCase, { id });
/** Opens a case for content that is held until it is moderated. */
export const openCase = async (
  db: Db,
  opened: { contentType: ContentType; contentId: string; personId: string; cause: CaseCause; now: Date },
): Promise<void> => {
  await db.change(openOne, opened);
};
/** @returns whether this is the person's first report of the content */
export const saveReport = async (
  db: Db,
  report: {
    contentType: ContentType;
    contentId: string;
    reporterId: string;
    reason: ReportReason;
    details: string | null;
    /** Whether the reporter is a registered member. */
    isMembers: boolean;
    now: Date;
  },
): Promise<boolean> => (await db.change(insertReport, report)) > 0;
/**
 * Counts one person's reports since a moment; locks out their concurrent reports until the transaction ends.
 */
export const countReportsOf = async (db: Db, reporterId: string, since: Date): Promise<number> =>
  (await db.one(countReports, { reporterId, since })).total;
/** Counts a report; hides the content from `hidesFrom` members' reports since the case was opened. */
export const reportCase = async (
  db: Db,
  reported: { contentType: ContentType; contentId: string; personId: string; now: Date; hidesFrom: number },
): Promise<void> => {
  await db.one(upsertReported, reported);
};
/** Moves one person's reports to another. */
export const handOverReports = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveReports, people);
};
