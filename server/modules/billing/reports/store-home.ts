import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { canceledSql } from "../people/figures.ts";

const countLeft = statement<{ since: Date; until: Date | null }, { total: number }>(
  "billing.count_left",
  (p) => sql`
    select count(distinct account_id)::int as total from ${canceledSql({ from: p.since, until: p.until })} as canceled`,
);
/** Number of accounts whose plan was canceled, at once or at the end of their term. */
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
    select s.person_id as "accountId", p.name as "planName", s.trial_ends_at as "endsAt", (
        select count(distinct person_id)::int from billing.subscriptions where status = 'in_trial' and trial_ends_at < ${p.until}) as total
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
  () =>
    sql`select count(distinct person_id)::int as total from billing.subscriptions where dunning_status = 'in_progress'`,
);
export const countInDunning = async (db: Db): Promise<number> => (await db.one(countDunning, {})).total;
