import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ExperimentGoal } from "../../../../contract/experiments.ts";
import { statement, statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { designColumns } from "./store-designs.ts";
import type { DesignRow } from "./store-designs.ts";

type ArmRow = { readonly variant: "control" | "variant-b"; readonly people: number } & {
  readonly [G in ExperimentGoal]: number;
};
export interface ResultRow extends DesignRow {
  readonly arms: readonly ArmRow[];
  /** Its exposures weren't deleted yet. */
  readonly hasExposures: boolean;
}

const countColumns = sql`experiment_id, variant, people, registered, trial, paid, danced`;
/** Counts of exposures by experiment and variant. Events before the exposure don't count as its effect. */
const countsOf = (which: RawBuilder<unknown>) => sql`
  select experiment_id, variant, count(distinct exposures.person_id)::int as people,
    (count(*) filter (where kind = 'registered'))::int as registered, (count(*) filter (where kind = 'trial'))::int as trial,
    (count(*) filter (where kind = 'paid'))::int as paid, (count(*) filter (where kind = 'danced'))::int as danced
  from growth.exposures
  left join growth.milestones on milestones.person_id = exposures.person_id::text and happened_at >= exposed_at
  where variant <> 'excluded' and ${which} group by experiment_id, variant`;
/** Adds counts to those that are stored. */
const addCounts = (counts: RawBuilder<unknown>) => sql`
  insert into growth.experiment_counts as known (${countColumns}) ${counts}
  on conflict (experiment_id, variant) do update set people = known.people + excluded.people,
    registered = known.registered + excluded.registered, trial = known.trial + excluded.trial,
    paid = known.paid + excluded.paid, danced = known.danced + excluded.danced`;

const selectResults = statementByShape<"all" | "one", { id: string | null }, ResultRow>(
  "growth.list_experiment_results",
  (shape, p) => sql`
    with counted as (
      select ${countColumns} from growth.experiment_counts
      union all
      ${countsOf(sql`experiment_id in (
        select id from growth.experiments where counted_at is null ${shape === "one" ? sql`and id = ${p.id}` : sql``})`)}
    ), arms as (
      select experiment_id, variant, sum(people)::int as people, sum(registered)::int as registered, sum(trial)::int as trial,
        sum(paid)::int as paid, sum(danced)::int as danced
      from counted group by experiment_id, variant
    )
    select ${designColumns}, exists (select from growth.exposures where experiment_id = experiments.id) as "hasExposures",
      (select coalesce(json_agg(json_build_object('variant', variant, 'people', people, 'registered', registered, 'trial', trial,
          'paid', paid, 'danced', danced)), '[]')
        from arms where arms.experiment_id = experiments.id) as arms
    from growth.experiments left join growth.feature_flags on feature_flags.name = experiments.id
    ${shape === "one" ? sql`where experiments.id = ${p.id}` : sql``}
    order by is_running desc, coalesce(started_at, experiments.created_at) desc, experiments.id limit 100`,
);
const countAll = statement<{ id: string; now: Date }, never>(
  "growth.count_experiment",
  (p) => sql`
    with counted as (
      update growth.experiments set counted_at = ${p.now}::timestamptz, ended_at = coalesce(ended_at, ${p.now}::timestamptz)
      where id = ${p.id}
    )
    ${addCounts(countsOf(sql`experiment_id = ${p.id}`))}`,
);
// The end of an experiment waits, so that no one is counted twice.
const countPeople = statement<{ ids: readonly string[] }, never>(
  "growth.count_deleted_people",
  (p) => sql`
    with open as (
      select id from growth.experiments
      where counted_at is null and id in (select experiment_id from growth.exposures where person_id = any(${p.ids}::uuid[]))
      order by id for no key update
    )
    ${addCounts(countsOf(sql`experiment_id in (select id from open) and exposures.person_id = any(${p.ids}::uuid[])`))}`,
);

/** Experiments with the people of each variant, and how many reached each goal since: the newest hundred. */
export const listResults = (db: Db): Promise<ResultRow[]> => db.many(selectResults("all"), { id: null });
export const findResult = (db: Db, id: string): Promise<ResultRow | null> =>
  db.maybe(selectResults("one"), { id });
/** Stores the counts of an ended experiment, which is locked and wasn't counted before. */
export const countExperiment = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.change(countAll, { id, now });
};
/** Adds people, whose exposures are about to be deleted, to the stored counts of experiments that run. */
export const countDeletedPeople = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db.change(countPeople, { ids });
};
