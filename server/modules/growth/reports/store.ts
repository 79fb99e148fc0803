import { sql } from "kysely";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

export const funnelKeys = ["week", "country", "source", "variant"] as const;
export type FunnelKey = (typeof funnelKeys)[number];

/** How many people came, and how many reached at least each step. */
export interface FunnelRow {
  /** The Monday of a week, a country code, a source, or a variant; null: unknown, direct, or not exposed. */
  readonly key: string | null;
  readonly visits: number;
  readonly onboarding: number;
  readonly checkout: number;
  readonly trial: number;
  readonly paid: number;
  readonly week4: number;
}
interface FunnelParams {
  readonly from: Date;
  readonly to: Date;
  readonly experimentId: string | null;
}

const keys = {
  week: sql`date_trunc('week', first_seen_at at time zone 'UTC')::date`,
  country: sql`country_code`,
  source: sql`first_source`,
  variant: sql`nullif(exposures.variant, 'excluded')`,
} as const;

const reached = sql`
  left join growth.milestones as trial on trial.person_id = visitors.person_id and trial.kind = 'trial'
  left join growth.milestones as paid on paid.person_id = visitors.person_id and paid.kind = 'paid'`;

const selectFunnel = statementByShape<FunnelKey, FunnelParams, FunnelRow>(
  "growth.list_funnel",
  (by, p) => sql`
    with people as (
      select ${keys[by]} as key,
        case when paid.happened_at is not null and was_here_in_week_4 then 5 when paid.happened_at is not null then 4
          when trial.happened_at is not null then 3 when checkout_at is not null then 2 when onboarding_at is not null then 1
          else 0 end as level
      from growth.visitors ${reached}
      ${
        by === "variant"
          ? sql`left join growth.exposures
              on exposures.experiment_id = ${p.experimentId} and exposures.person_id::text = visitors.person_id`
          : sql``
      }
      where first_seen_at >= ${p.from}::timestamptz and first_seen_at < ${p.to}::timestamptz
    )
    select ${by === "week" ? sql`to_char(key, 'YYYY-MM-DD')` : sql`key`} as key, count(*)::int as visits, (count(*) filter (where level >= 1))::int as onboarding,
      (count(*) filter (where level >= 2))::int as checkout, (count(*) filter (where level >= 3))::int as trial,
      (count(*) filter (where level >= 4))::int as paid, (count(*) filter (where level >= 5))::int as week4
    from people group by people.key order by ${by === "week" ? sql`people.key desc` : sql`visits desc, people.key`} limit 200`,
);

export const touchKinds = ["first", "last"] as const;
export type TouchKind = (typeof touchKinds)[number];

/** People by touch. All three null: unknown. */
export interface AttributionRow {
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly people: number;
  readonly trials: number;
  readonly paid: number;
}
/** People by survey answer and by known source. */
export interface SurveyAnswerRow {
  readonly said: string;
  readonly source: string | null;
  readonly people: number;
  readonly trials: number;
  readonly paid: number;
}
const counts = sql`count(*)::int as people, count(trial.person_id)::int as trials, count(paid.person_id)::int as paid`;
const touchColumns = {
  first: sql`first_source as source, first_medium as medium, first_campaign as campaign`,
  last: sql`last_source as source, last_medium as medium, last_campaign as campaign`,
} as const;
const inPeriod = (p: { from: Date; to: Date }) =>
  sql`first_seen_at >= ${p.from}::timestamptz and first_seen_at < ${p.to}::timestamptz`;
const selectAttribution = statementByShape<TouchKind, { from: Date; to: Date }, AttributionRow>(
  "growth.list_attribution",
  (touch, p) => sql`
    select ${touchColumns[touch]}, ${counts} from growth.visitors ${reached}
    where ${inPeriod(p)} group by 1, 2, 3 order by people desc, 1, 2, 3 limit 500`,
);
const selectSurveyAnswers = statementByShape<TouchKind, { from: Date; to: Date }, SurveyAnswerRow>(
  "growth.list_said",
  (touch, p) => sql`
    select survey.detail as said, ${touch === "first" ? sql`first_source` : sql`last_source`} as source, ${counts}
    from growth.visitors ${reached}
    join growth.milestones as survey on survey.person_id = visitors.person_id and survey.kind = 'survey' and survey.detail is not null
    where ${inPeriod(p)} group by 1, 2 order by people desc, 1, 2 limit 500`,
);

/** The funnel of people who first came within a period. */
export const listFunnel = (db: Db, by: FunnelKey, params: FunnelParams): Promise<FunnelRow[]> =>
  db.many(selectFunnel(by), params);
export const listAttribution = (
  db: Db,
  touch: TouchKind,
  period: { from: Date; to: Date },
): Promise<AttributionRow[]> => db.many(selectAttribution(touch), period);
export const listSurveyAnswers = (
  db: Db,
  touch: TouchKind,
  period: { from: Date; to: Date },
): Promise<SurveyAnswerRow[]> => db.many(selectSurveyAnswers(touch), period);
