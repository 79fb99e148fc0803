import { randomUUID } from "node:crypto";
import { ErrorCode, OpenFeature, StandardResolutionReasons } from "@openfeature/server-sdk";
import type { Client, EvaluationContext, Provider, ResolutionDetails } from "@openfeature/server-sdk";
import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../../identity/index.ts";
import { dealVariant, isHeldOut } from "./experiments.ts";
import { findExperiment, listFeatureFlags, updateFeatureFlag } from "./store.ts";
import type { FeatureFlagRow } from "./store.ts";

export type FeatureFlag = FeatureFlagRow;

/** Every feature flag and whether it is on. */
export function featureFlags(ctx: Pick<Ctx, "db">): Promise<FeatureFlag[]> {
  return listFeatureFlags(ctx.db);
}

/**
 * Changes a feature flag, with an audit entry.
 * @throws ConfirmationNeeded, NotFound for non-admins and for an unknown flag, Unauthenticated
 */
export async function setFeatureFlag(ctx: Ctx, flag: FeatureFlag): Promise<FeatureFlag> {
  await requireConfirmedStaff(ctx);
  await ctx.transact(async (tx) => {
    if (!(await updateFeatureFlag(tx.db, flag))) throw new NotFound("switch");
    const { name, enabled } = flag;
    await recordAuditEntry(tx, { action: "growth.flag_set", subject: `flag:${name}`, details: { enabled } });
  });
  return flag;
}

const missing = <Value>(value: Value): ResolutionDetails<Value> => ({
  value,
  reason: StandardResolutionReasons.ERROR,
  errorCode: ErrorCode.FLAG_NOT_FOUND,
});
const mismatch = <Value>(value: Value): ResolutionDetails<Value> => ({
  value,
  reason: StandardResolutionReasons.ERROR,
  errorCode: ErrorCode.TYPE_MISMATCH,
});

/**
 * OpenFeature provider of feature flags and experiments. A flag is a boolean. An experiment is a string, `control` or
 * `variant-b`, for the person whose id is the targeting key. Evaluation records no exposure; `setExperiment` does.
 */
class FlagProvider implements Provider {
  readonly metadata = { name: "eightcount" };
  readonly runsOn = "server";
  readonly #ctx: Pick<Ctx, "db" | "config">;

  constructor(ctx: Pick<Ctx, "db" | "config">) {
    this.#ctx = ctx;
  }

  async resolveBooleanEvaluation(name: string, fallback: boolean): Promise<ResolutionDetails<boolean>> {
    const flag = (await featureFlags(this.#ctx)).find((found) => found.name === name);
    if (!flag) return missing(fallback);
    return {
      value: flag.enabled,
      variant: flag.enabled ? "on" : "off",
      reason: StandardResolutionReasons.STATIC,
    };
  }

  async resolveStringEvaluation(
    id: string,
    fallback: string,
    { targetingKey }: EvaluationContext,
  ): Promise<ResolutionDetails<string>> {
    if (!isUuid(targetingKey))
      return {
        value: fallback,
        reason: StandardResolutionReasons.ERROR,
        errorCode: targetingKey === undefined ? ErrorCode.TARGETING_KEY_MISSING : ErrorCode.INVALID_CONTEXT,
      };
    const experiment = await findExperiment(this.#ctx.db, id, targetingKey);
    if (!experiment) return missing(fallback);
    const resolved = (value: string, reason: string) => ({ value, variant: value, reason });
    if (experiment.variant) return resolved(experiment.variant, StandardResolutionReasons.CACHED);
    if (!experiment.isRunning) return resolved("control", StandardResolutionReasons.DISABLED);
    const assigned =
      experiment.countries === null && !isHeldOut(targetingKey, this.#ctx.config.experimentHoldout)
        ? dealVariant(id, targetingKey, experiment.share)
        : null;
    return assigned
      ? resolved(assigned, StandardResolutionReasons.SPLIT)
      : resolved("control", StandardResolutionReasons.DEFAULT);
  }

  resolveNumberEvaluation(_name: string, fallback: number): Promise<ResolutionDetails<number>> {
    return Promise.resolve(mismatch(fallback));
  }
  resolveObjectEvaluation<Value>(_name: string, fallback: Value): Promise<ResolutionDetails<Value>> {
    return Promise.resolve(mismatch(fallback));
  }
}

/** Creates an OpenFeature client for the flags and experiments of one server. Create it once. */
export async function createFlagClient(ctx: Pick<Ctx, "db" | "config">): Promise<Client> {
  // OpenFeature is a process-wide singleton; a unique domain separates servers that share a process.
  const domain = `eightcount-${randomUUID()}`;
  await OpenFeature.setProviderAndWait(domain, new FlagProvider(ctx));
  return OpenFeature.getClient(domain);
}
