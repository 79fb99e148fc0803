import { sql } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { statement } from "../../../platform/db.ts";

/** What staff did to an account, as the audit log keeps it. */
export interface AuditEvent {
  /** Unique among all events of the account. */
  readonly id: string;
  readonly at: Date;
  /** `at` to the microsecond, for cursors. */
  readonly position: string;
  readonly what: string;
  /** Free days that were given; null for other acts. */
  readonly days: number | null;
  /** Null for the machine's operator. */
  readonly staffId: string | null;
}
interface PageParams {
  readonly subject: string;
  readonly beforeAt: string | null;
  readonly beforeId: string | null;
  readonly first: number;
}

const selectEntries = statement<PageParams, AuditEvent>(
  "identity.list_acts_on_person",
  (p) => sql`
    select 'staff ' || id as id, happened_at as at, happened_at::text as position, action as what,
      (details ->> 'days')::int as days, actor_id as "staffId"
    from identity.staff_acts
    where subject = ${p.subject} and (${p.beforeAt}::timestamptz is null
      or (happened_at, 'staff ' || id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::text))
    order by happened_at desc, 'staff ' || id desc limit ${p.first}::int`,
);

/** A page of what staff did to an account, newest first. */
export const auditEventsOf = (
  ctx: Pick<Ctx, "db">,
  page: { accountId: string; before: { at: string; id: string } | null; first: number },
): Promise<AuditEvent[]> =>
  ctx.db.many(selectEntries, {
    subject: `person:${page.accountId}`,
    first: page.first,
    beforeAt: page.before?.at ?? null,
    beforeId: page.before?.id ?? null,
  });
