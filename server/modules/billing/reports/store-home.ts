import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const countLeft = statement<{ since: Date; until: Date | null }, { total: number }>(
  "billing.count_left",
  (p) => sql`
    select count(*)::int as total from billing.transitions
    where happened_at >= ${p.since} and (${p.until}::timestamptz is null or happened_at < ${p.until}::timestamptz)
      and to_status in ('canceled', 'non_renewing')
      and from_status is distinct from 'non_renewing' and trigger not in ('comp', 'confirm_prepaid', 'confirm_pass')`,
);
/** Number of subscriptions that were canceled, at once or at the end of their term. */
export const countLeftSince = async (db: Db, since: Date, until: Date | null): Promise<number> =>
  (await db.one(countLeft, { since, until })).total;

export interface TrialEnd {
  readonly accountId: string;
  readonly planName: string;
  readonly endsAt: Date;
}
const selectTrialEnds = statement<{ until: Date; limit: number }, TrialEnd & { total: number }>(
  "billing.list_trials_ending",
  (p) => sql`
    select s.person_id as "accountId", p.name as "planName", s.trial_ends_at as "endsAt", (count(*) over ())::int as total
    from billing.subscriptions s join billing.plans p on p.id = s.plan_id
    where s.status = 'in_trial' and s.trial_ends_at < ${p.until}
    order by s.trial_ends_at, s.id limit ${p.limit}`,
);
/** Trials that end before a moment, the next first. */
export const listTrialsEnding = (
  db: Db,
  until: Date,
  limit: number,
): Promise<(TrialEnd & { total: number })[]> => db.many(selectTrialEnds, { until, limit });

const countDunning = statement<Record<string, never>, { total: number }>(
  "billing.count_dunning",
  () => sql`select count(*)::int as total from billing.subscriptions where dunning_status = 'in_progress'`,
);
export const countInDunning = async (db: Db): Promise<number> => (await db.one(countDunning, {})).total;
