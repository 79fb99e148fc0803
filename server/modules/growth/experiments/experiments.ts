import { createHash } from "node:crypto";
import type { Variant } from "../../../../contract/flags.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { whileThere } from "../../../platform/while-there.ts";
import { requireViewer } from "../../identity/index.ts";
import { locateCaller } from "../ip-location/location.ts";
import { findExperiment, insertExposure } from "./store.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** Hashes text to a number from 0 to 1: deterministic and uniform. */
function spread(text: string): number {
  return createHash("sha256").update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

/**
 * Assigns a variant to a person: half of the participants get variant B. Each experiment hashes independently, so that
 * no one is in variant B of all of them. Participation and variant are hashed separately, so that a larger share
 * changes no one's variant.
 * @param share of all people, in percent; null: this person doesn't participate
 */
export function dealVariant(experimentId: string, personId: string, share: number): Variant | null {
  if (spread(`${experimentId}/share/${personId}`) * 100 >= share) return null;
  return spread(`${experimentId}/variant/${personId}`) < 0.5 ? "control" : "variant-b";
}

/**
 * Whether a person is in the global holdout, which measures the combined effect of all experiments.
 * @param percent of all people
 */
export function isHeldOut(personId: string, percent: number): boolean {
  return spread(`holdout/${personId}`) * 100 < percent;
}

/**
 * Assigns the viewer's variant and records the first exposure. An exposed variant is permanent, also after
 * registration.
 * @throws BadInput, Unauthenticated
 */
export async function setExperiment(
  ctx: Ctx,
  experimentId: string,
): Promise<{ experimentId: string; variant: Variant }> {
  const { personId } = requireViewer(ctx);
  const experiment = await findExperiment(ctx.db, experimentId, personId);
  if (!experiment) throw new BadInput("experimentId", inEnglish("Unknown experiment."));
  if (experiment.variant) return { experimentId, variant: experiment.variant };
  const takesPart =
    experiment.isRunning &&
    !isHeldOut(personId, ctx.config.experimentHoldout) &&
    (experiment.countries === null ||
      experiment.countries.includes((await locateCaller(ctx)).countryCode ?? ""));
  const variant = takesPart ? dealVariant(experimentId, personId, experiment.share) : null;
  if (!variant) return { experimentId, variant: "control" };
  return {
    experimentId,
    variant: await whileThere(() =>
      insertExposure(ctx.db, { experimentId, personId, variant, now: ctx.clock.now() }),
    ),
  };
}
