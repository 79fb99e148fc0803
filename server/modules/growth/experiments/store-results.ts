import { sql } from "kysely";
import type { ExperimentGoal } from "../../../../contract/experiments.ts";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { designColumns } from "./store-designs.ts";
import type { DesignRow } from "./store-designs.ts";

type ArmRow = { readonly variant: "control" | "variant-b"; readonly people: number } & {
  readonly [G in ExperimentGoal]: number;
};
export interface ResultRow extends DesignRow {
  readonly arms: readonly ArmRow[];
}

// Events before the exposure don't count as its effect.
const selectResults = statementByShape<"all" | "one", { id: string | null }, ResultRow>(
  "growth.list_experiment_results",
  (shape, p) => sql`
    with arms as (
      select experiment_id, variant, count(distinct exposures.person_id)::int as people,
        (count(*) filter (where kind = 'registered'))::int as registered, (count(*) filter (where kind = 'trial'))::int as trial,
        (count(*) filter (where kind = 'paid'))::int as paid, (count(*) filter (where kind = 'danced'))::int as danced
      from growth.exposures
      left join growth.milestones on milestones.person_id = exposures.person_id::text and happened_at >= exposed_at
      ${shape === "one" ? sql`where experiment_id = ${p.id}` : sql``}
      group by experiment_id, variant
    )
    select ${designColumns},
      (select coalesce(json_agg(json_build_object('variant', variant, 'people', people, 'registered', registered, 'trial', trial,
          'paid', paid, 'danced', danced)), '[]')
        from arms where arms.experiment_id = experiments.id) as arms
    from growth.experiments left join growth.feature_flags on feature_flags.name = experiments.id
    ${shape === "one" ? sql`where experiments.id = ${p.id}` : sql``}
    order by is_running desc, coalesce(started_at, experiments.created_at) desc, experiments.id limit 100`,
);

/** Experiments with their exposures per variant, and how many people reached each goal since: the newest hundred. */
export const listResults = (db: Db): Promise<ResultRow[]> => db.many(selectResults("all"), { id: null });
export const findResult = (db: Db, id: string): Promise<ResultRow | null> =>
  db.maybe(selectResults("one"), { id });
