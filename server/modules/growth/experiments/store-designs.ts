import { sql } from "kysely";
import type { ExperimentGoal, ExperimentSubject, Variant } from "../../../../contract/experiments.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { VariantValue } from "./subjects.ts";

/** An experiment as it was designed. What is null is unknown of one that the first release created. */
export interface DesignRow {
  readonly id: string;
  readonly name: string | null;
  readonly subject: ExperimentSubject | null;
  readonly value: VariantValue | null;
  /** What the studio had at the start. */
  readonly controlValue: VariantValue | null;
  readonly goal: ExperimentGoal | null;
  /** Share of the control that is expected to reach the goal. */
  readonly expectedRate: number | null;
  readonly minDifference: number | null;
  /** People in each variant. */
  readonly plannedSize: number | null;
  /** Of all people, in percent. */
  readonly share: number;
  readonly countries: readonly string[] | null;
  readonly version: number;
  readonly isRunning: boolean;
  /** Of the feature flag of the same name; null without one. */
  readonly flagEnabled: boolean | null;
  /** When it started; of a draft, when it was created. */
  readonly since: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly chosen: Variant | null;
  /** When its people were counted for good. */
  readonly countedAt: Date | null;
}
export const designColumns = sql`experiments.id, experiments.name, subject, variant_value as value, control_value as "controlValue", goal, expected_rate as "expectedRate",
  min_difference as "minDifference", planned_size as "plannedSize", share, countries, version, is_running as "isRunning",
  enabled as "flagEnabled", coalesce(started_at, experiments.created_at) as since, started_at as "startedAt", ended_at as "endedAt", chosen, counted_at as "countedAt"`;

/** What an editor decides of a draft. */
export interface Plan {
  readonly name: string;
  readonly subject: ExperimentSubject;
  readonly value: VariantValue;
  readonly goal: ExperimentGoal;
  readonly expectedRate: number;
  readonly minDifference: number;
  readonly plannedSize: number;
  readonly share: number;
  readonly countries: readonly string[] | null;
}
interface PlanParams extends Omit<Plan, "value"> {
  readonly id: string;
  readonly value: string;
}

const lockRow = statement<{ id: string }, DesignRow>(
  "growth.lock_experiment",
  (p) => sql`
    select ${designColumns} from growth.experiments
    left join growth.feature_flags on feature_flags.name = experiments.id
    where experiments.id = ${p.id} for update of experiments`,
);
const insertDraft = statement<PlanParams & { now: Date }, never>(
  "growth.insert_experiment",
  (p) => sql`
    insert into growth.experiments (id, name, subject, variant_value, goal, expected_rate, min_difference, planned_size, share,
      countries, created_at)
    values (${p.id}, ${p.name}, ${p.subject}, ${p.value}::jsonb, ${p.goal}, ${p.expectedRate}::float8, ${p.minDifference}::float8,
      ${p.plannedSize}::int, ${p.share}::int, ${p.countries}::text[], ${p.now}::timestamptz)
    on conflict (id) do nothing`,
);
const updateDraft = statement<PlanParams, never>(
  "growth.update_experiment_draft",
  (p) => sql`
    update growth.experiments set name = ${p.name}, subject = ${p.subject}, variant_value = ${p.value}::jsonb, goal = ${p.goal},
      expected_rate = ${p.expectedRate}::float8, min_difference = ${p.minDifference}::float8,
      planned_size = ${p.plannedSize}::int, share = ${p.share}::int, countries = ${p.countries}::text[], version = version + 1
    where id = ${p.id}`,
);
const updateReach = statement<{ id: string; share: number; countries: readonly string[] | null }, never>(
  "growth.update_experiment_reach",
  (p) => sql`
    update growth.experiments set share = ${p.share}::int, countries = ${p.countries}::text[], version = version + 1
    where id = ${p.id}`,
);
const startRow = statement<{ id: string; value: string; control: string; now: Date }, never>(
  "growth.start_experiment",
  (p) => sql`
    update growth.experiments
    set is_running = true, variant_value = ${p.value}::jsonb, control_value = ${p.control}::jsonb, started_at = ${p.now}::timestamptz, version = version + 1
    where id = ${p.id}`,
);
const endRow = statement<{ id: string; chosen: Variant; now: Date }, never>(
  "growth.end_experiment",
  (p) => sql`
    update growth.experiments
    set is_running = false, chosen = ${p.chosen}, ended_at = ${p.now}::timestamptz, version = version + 1
    where id = ${p.id}`,
);
const deleteRow = statement<{ id: string }, never>(
  "growth.delete_experiment",
  (p) => sql`delete from growth.experiments where id = ${p.id}`,
);

/** An experiment for a change: other changes of it wait. */
export const lockExperiment = (db: Db, id: string): Promise<DesignRow | null> => db.maybe(lockRow, { id });
/** @returns false if the id is taken */
export const insertExperiment = async (db: Db, id: string, plan: Plan, now: Date): Promise<boolean> =>
  (await db.change(insertDraft, { ...plan, id, value: JSON.stringify(plan.value), now })) === 1;
export const updateExperimentDraft = async (db: Db, id: string, plan: Plan): Promise<void> => {
  await db.change(updateDraft, { ...plan, id, value: JSON.stringify(plan.value) });
};
export const updateExperimentReach = async (
  db: Db,
  reach: { id: string; share: number; countries: readonly string[] | null },
): Promise<void> => {
  await db.change(updateReach, reach);
};
export const startExperimentRow = async (
  db: Db,
  start: { id: string; value: VariantValue; control: VariantValue; now: Date },
): Promise<void> => {
  await db.change(startRow, {
    ...start,
    value: JSON.stringify(start.value),
    control: JSON.stringify(start.control),
  });
};
export const endExperimentRow = async (
  db: Db,
  end: { id: string; chosen: Variant; now: Date },
): Promise<void> => {
  await db.change(endRow, end);
};
export const deleteExperimentRow = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteRow, { id });
};
