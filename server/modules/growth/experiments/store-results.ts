import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Goals of an experiment: a first class danced to its end, a checkout, a trial, a payment. */
export const goals = ["danced", "trial", "paid"] as const;
export type Goal = (typeof goals)[number];

type ArmRow = { readonly variant: "control" | "variant-b"; readonly people: number } & {
  readonly [G in Goal]: number;
};
export interface ResultRow {
  readonly id: string;
  readonly isRunning: boolean;
  readonly share: number;
  readonly countries: readonly string[] | null;
  readonly since: Date;
  readonly arms: readonly ArmRow[];
}

// Events before the exposure don't count as its effect.
const selectResults = statement<Record<string, never>, ResultRow>(
  "growth.list_experiment_results",
  () => sql`
    with arms as (
      select experiment_id, variant, count(*)::int as people, count(danced.person_id)::int as danced,
        count(trial.person_id)::int as trial, count(paid.person_id)::int as paid
      from growth.exposures
      left join growth.milestones as danced
        on danced.person_id = exposures.person_id::text and danced.kind = 'danced' and danced.happened_at >= exposed_at
      left join growth.milestones as trial
        on trial.person_id = exposures.person_id::text and trial.kind = 'trial' and trial.happened_at >= exposed_at
      left join growth.milestones as paid
        on paid.person_id = exposures.person_id::text and paid.kind = 'paid' and paid.happened_at >= exposed_at
      group by experiment_id, variant
    )
    select id, is_running as "isRunning", share, countries, created_at as since,
      (select coalesce(json_agg(json_build_object('variant', variant, 'people', people, 'danced', danced, 'trial', trial, 'paid', paid)),
        '[]') from arms where arms.experiment_id = experiments.id) as arms
    from growth.experiments order by created_at desc, id limit 100`,
);
const update = statement<{ id: string; isRunning: boolean; share: number }, never>(
  "growth.update_experiment",
  (p) =>
    sql`update growth.experiments set is_running = ${p.isRunning}::boolean, share = ${p.share}::int where id = ${p.id}`,
);

/** Every experiment with its exposures per variant, and how many people reached each goal since. */
export const listResults = (db: Db): Promise<ResultRow[]> => db.many(selectResults, {});
/** @returns whether the experiment exists */
export const updateExperiment = async (
  db: Db,
  change: { id: string; isRunning: boolean; share: number },
): Promise<boolean> => (await db.change(update, change)) === 1;
