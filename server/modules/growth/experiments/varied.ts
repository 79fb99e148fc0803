import { sql } from "kysely";
import { permissions } from "../../../../contract/staff.ts";
import type { ExperimentSubject } from "../../../../contract/experiments.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { statement } from "../../../platform/db.ts";
import { requireStaff, requireViewer } from "../../identity/index.ts";
import { SubjectVaried } from "./errors.ts";
import type { VariantValue } from "./subjects.ts";

/** A running experiment, also while it is paused. */
export interface VaryingExperiment {
  readonly id: string;
  readonly name: string;
  readonly subject: ExperimentSubject;
}

const lock = statement<{ subject: ExperimentSubject }, { locked: boolean }>(
  "growth.lock_subject",
  (p) =>
    sql`select pg_advisory_xact_lock(hashtextextended('growth.subject ' || ${p.subject}, 0)) is null as locked`,
);
// The first release brought an experiment that no one has started while its flag is off.
const selectVarying = statement<
  Record<string, never>,
  VaryingExperiment & { readonly control: VariantValue | null }
>(
  "growth.list_varying_experiments",
  () => sql`
    select id, coalesce(experiments.name, id) as name, subject, control_value as control from growth.experiments
    left join growth.feature_flags on feature_flags.name = id
    where is_running and subject is not null and (experiments.name is not null or coalesce(enabled, true))
    order by id limit 10`,
);

/** Makes starts of a subject's experiments and changes of its control wait for each other, until the transaction ends. */
export const lockSubject = async (tx: Pick<Tx, "db">, subject: ExperimentSubject): Promise<void> => {
  await tx.db.one(lock, { subject });
};

/**
 * Refuses a change of what an experiment compares. None of the subject starts until the transaction ends.
 * @param leavesControl whether the change keeps the control as it was at the start; null if an older release started the experiment
 * @throws SubjectVaried
 */
export async function requireUnvaried(
  tx: Pick<Tx, "db">,
  subject: ExperimentSubject,
  leavesControl: (control: VariantValue | null) => boolean = () => false,
): Promise<void> {
  await lockSubject(tx, subject);
  const varying = (await tx.db.many(selectVarying, {})).find((one) => one.subject === subject);
  if (varying && !leavesControl(varying.control)) throw new SubjectVaried(varying.name);
}

/** What experiments compare now, for the editors of it. @throws NotFound, Unauthenticated */
export function varyingExperiments(ctx: Ctx): Promise<VaryingExperiment[]> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.editLibrary);
  return ctx.db.many(selectVarying, {});
}
