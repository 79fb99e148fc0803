import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../../identity/index.ts";
import { listFeatureFlags, updateFeatureFlag } from "./store.ts";
import { lockExperiment } from "./store-designs.ts";
import type { FeatureFlagRow } from "./store.ts";

export type FeatureFlag = FeatureFlagRow;

/** Every feature flag and whether it is on. */
export function featureFlags(ctx: Pick<Ctx, "db">): Promise<FeatureFlag[]> {
  return listFeatureFlags(ctx.db);
}

/**
 * Changes a feature flag, with an audit entry. The flag of an experiment's name pauses and resumes it.
 * @throws ConfirmationNeeded, NotFound for non-admins and for an unknown flag, Unauthenticated
 */
export async function setFeatureFlag(ctx: Ctx, flag: FeatureFlag): Promise<FeatureFlag> {
  await requireConfirmedStaff(ctx);
  await ctx.transact(async (tx) => {
    const { name, enabled } = flag;
    const experiment = await lockExperiment(tx.db, name);
    if (!(await updateFeatureFlag(tx.db, flag))) throw new NotFound("switch");
    await recordAuditEntry(
      tx,
      experiment?.isRunning
        ? {
            action: enabled ? "growth.experiment_resumed" : "growth.experiment_paused",
            subject: `experiment:${name}`,
            details: { name: experiment.name ?? name },
          }
        : { action: "growth.flag_set", subject: `flag:${name}`, details: { enabled } },
    );
  });
  return flag;
}
