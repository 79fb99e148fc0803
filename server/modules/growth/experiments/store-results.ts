import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { designColumns } from "./store-designs.ts";
import type { DesignRow, Goal } from "./store-designs.ts";

type ArmRow = { readonly variant: "control" | "variant-b"; readonly people: number } & {
  readonly [G in Goal]: number;
};
export interface ResultRow extends DesignRow {
  readonly arms: readonly ArmRow[];
}

// Events before the exposure don't count as its effect.
const selectResults = statement<Record<string, never>, ResultRow>(
  "growth.list_experiment_results",
  () => sql`
    with arms as (
      select experiment_id, variant, count(distinct exposures.person_id)::int as people,
        (count(*) filter (where kind = 'registered'))::int as registered, (count(*) filter (where kind = 'trial'))::int as trial,
        (count(*) filter (where kind = 'paid'))::int as paid, (count(*) filter (where kind = 'danced'))::int as danced
      from growth.exposures
      left join growth.milestones on milestones.person_id = exposures.person_id::text and happened_at >= exposed_at
      group by experiment_id, variant
    )
    select ${designColumns},
      (select coalesce(json_agg(json_build_object('variant', variant, 'people', people, 'registered', registered, 'trial', trial,
          'paid', paid, 'danced', danced)), '[]')
        from arms where arms.experiment_id = experiments.id) as arms
    from growth.experiments left join growth.feature_flags on feature_flags.name = experiments.id
    order by is_running desc, coalesce(started_at, experiments.created_at) desc, experiments.id limit 100`,
);

/** Every experiment with its exposures per variant, and how many people reached each goal since. */
export const listResults = (db: Db): Promise<ResultRow[]> => db.many(selectResults, {});
