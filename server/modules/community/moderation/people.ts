import { sql } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { statement } from "../../../platform/db.ts";
import type { ContentType, ReportReason } from "./store-cases.ts";

/** A report by a person, or about them or what they published. It doesn't say who made the other's report. */
export interface ReportEvent {
  readonly id: string;
  readonly at: Date;
  /** `at` to the microsecond, for cursors. */
  readonly position: string;
  readonly kind: "report" | "reported";
  readonly reason: ReportReason;
  readonly contentType: ContentType;
}
const selectReports = statement<
  { ids: readonly string[]; beforeAt: string | null; beforeId: string | null; first: number },
  ReportEvent
>(
  "community.list_reports_of_person",
  (p) => sql`
    select id, at, at::text as position, kind, reason, "contentType" from (
      select 'report ' || content_id as id, reported_at as at, 'report' as kind, reason, content_type as "contentType"
      from community.reports where reporter_id = any(${p.ids}::uuid[])
      union all
      select 'reported ' || md5(reports.content_id::text || reporter_id::text), reported_at, 'reported', reports.reason, reports.content_type
      from community.cases join community.reports on reports.content_id = cases.content_id
      where cases.person_id = any(${p.ids}::uuid[])
    ) as events
    where ${p.beforeAt}::timestamptz is null or (at, id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::text)
    order by at desc, id desc limit ${p.first}::int`,
);

/** A page of the reports by and about a person's profiles, newest first. For staff who see cases. */
export const reportsOf = (
  ctx: Pick<Ctx, "db">,
  page: { ids: readonly string[]; before: { at: string; id: string } | null; first: number },
): Promise<ReportEvent[]> =>
  ctx.db.many(selectReports, {
    ids: page.ids,
    first: page.first,
    beforeAt: page.before?.at ?? null,
    beforeId: page.before?.id ?? null,
  });
