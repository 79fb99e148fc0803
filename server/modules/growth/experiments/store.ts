import { sql } from "kysely";
import type { ExperimentSubject, Variant } from "../../../../contract/experiments.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { VariantValue } from "./subjects.ts";

export interface FeatureFlagRow {
  readonly name: string;
  readonly enabled: boolean;
}

const selectFlags = statement<Record<string, never>, FeatureFlagRow>(
  "growth.list_feature_flags",
  () => sql`select name, enabled from growth.feature_flags order by name`,
);
const updateFlag = statement<{ name: string; enabled: boolean }, never>(
  "growth.update_feature_flag",
  (p) => sql`update growth.feature_flags set enabled = ${p.enabled}::boolean where name = ${p.name}`,
);
const upsertFlag = statement<{ name: string; enabled: boolean }, never>(
  "growth.save_feature_flag",
  (p) => sql`
    insert into growth.feature_flags (name, enabled) values (${p.name}, ${p.enabled}::boolean)
    on conflict (name) do update set enabled = excluded.enabled`,
);
const deleteFlag = statement<{ name: string }, never>(
  "growth.delete_feature_flag",
  (p) => sql`delete from growth.feature_flags where name = ${p.name}`,
);

/** `excluded`: sees the control and isn't counted, since the country wasn't known in time. */
type ExposedVariant = Variant | "excluded";
export interface ExperimentRow {
  readonly id: string;
  /** And isn't paused by the feature flag of its name. */
  readonly isShown: boolean;
  /** Of all people, in percent. */
  readonly share: number;
  /** Limits participation to these countries; null: everyone. */
  readonly countries: readonly string[] | null;
  /** The person's exposed variant; null: none yet. */
  readonly variant: ExposedVariant | null;
}
const selectExperiment = statement<{ id: string; personId: string }, ExperimentRow>(
  "growth.find_experiment",
  (p) => sql`
    select id, is_running and coalesce(enabled, true) as "isShown", share, countries, exposures.variant from growth.experiments
    left join growth.feature_flags on feature_flags.name = experiments.id
    left join growth.exposures on exposures.experiment_id = experiments.id and exposures.person_id = ${p.personId}::uuid
    where experiments.id = ${p.id}`,
);
/** A running experiment of a subject. */
export interface RunningRow extends ExperimentRow {
  readonly subject: ExperimentSubject;
  /** What variant B shows; null: the subject has it elsewhere. */
  readonly value: VariantValue | null;
}
const selectRunning = statement<
  { subjects: readonly ExperimentSubject[]; personId: string | null },
  RunningRow
>(
  "growth.list_running_experiments",
  (p) => sql`
    select experiments.id, subject, variant_value as value, true as "isShown", share, countries, exposures.variant
    from growth.experiments
    left join growth.feature_flags on feature_flags.name = experiments.id
    left join growth.exposures on exposures.experiment_id = experiments.id and exposures.person_id = ${p.personId}::uuid
    where is_running and subject = any (${p.subjects}::text[]) and coalesce(enabled, true)
    limit 10`,
);
const upsertExposure = statement<
  { experimentId: string; personId: string; variant: string; now: Date },
  { variant: ExposedVariant }
>(
  "growth.insert_exposure",
  (p) => sql`
    insert into growth.exposures as known (experiment_id, person_id, variant, exposed_at)
    values (${p.experimentId}, ${p.personId}::uuid, ${p.variant}, ${p.now}::timestamptz)
    on conflict (experiment_id, person_id) do update set variant = known.variant returning variant`,
);

// Exposures of the receiving person stay; for other experiments those from before signing in apply.
const moveExposures = statement<{ from: string; into: string }, never>(
  "growth.merge_exposures",
  (p) => sql`
    with moved as (
      delete from growth.exposures where person_id = ${p.from}::uuid returning experiment_id, variant, exposed_at
    )
    insert into growth.exposures (experiment_id, person_id, variant, exposed_at)
    select experiment_id, ${p.into}::uuid, variant, exposed_at from moved on conflict do nothing`,
);
const insertAlias = statement<{ from: string; into: string; now: Date }, never>(
  "growth.insert_alias",
  (p) => sql`
    with older as (update growth.aliases set person_id = ${p.into} where person_id = ${p.from})
    insert into growth.aliases (previous_id, person_id, merged_at) values (${p.from}, ${p.into}, ${p.now}::timestamptz)
    on conflict (previous_id) do update set person_id = excluded.person_id`,
);
/** Transfers exposures from one person to another, and maps future events of the former to the latter. */
export const mergePerson = async (
  db: Db,
  people: { from: string; into: string; now: Date },
): Promise<void> => {
  await db.change(moveExposures, people);
  await db.change(insertAlias, people);
};
/** An experiment, with a person's exposure. */
export const findExperiment = (db: Db, id: string, personId: string): Promise<ExperimentRow | null> =>
  db.maybe(selectExperiment, { id, personId });
/** Running experiments of subjects, with a person's exposure. */
export const listRunning = (
  db: Db,
  subjects: readonly ExperimentSubject[],
  personId: string | null,
): Promise<RunningRow[]> => db.many(selectRunning, { subjects, personId });
/**
 * Records an exposure; an earlier one stays.
 * @returns the variant in effect
 */
export const insertExposure = async (
  db: Db,
  exposure: { experimentId: string; personId: string; variant: ExposedVariant; now: Date },
): Promise<ExposedVariant> => (await db.one(upsertExposure, exposure)).variant;

/** @returns whether the flag exists */
export const updateFeatureFlag = async (db: Db, flag: FeatureFlagRow): Promise<boolean> =>
  (await db.change(updateFlag, { ...flag })) === 1;
export const saveFeatureFlag = async (db: Db, flag: FeatureFlagRow): Promise<void> => {
  await db.change(upsertFlag, { ...flag });
};
export const deleteFeatureFlag = async (db: Db, name: string): Promise<void> => {
  await db.change(deleteFlag, { name });
};
export const listFeatureFlags = (db: Db): Promise<FeatureFlagRow[]> => db.many(selectFlags, {});
