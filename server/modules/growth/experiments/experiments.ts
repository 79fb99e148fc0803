import { createHash } from "node:crypto";
import type { Variant } from "../../../../contract/flags.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { whileThere } from "../../../platform/while-there.ts";
import { requireViewer } from "../../identity/index.ts";
import { locateCaller } from "../ip-location/location.ts";
import { findExperiment, insertExposure } from "./store.ts";

/** A number from 0 to 1, the same for the same text for ever, and spread evenly over texts. */
function spread(text: string): number {
  return createHash("sha256").update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

/**
 * The variant of a person: half of those who take part see variant B. Each experiment deals anew, so that nobody is in every
 * variant B; taking part and the variant are dealt apart, so that a larger share changes nobody's variant.
 * @param share of everybody, in percent; null: this person doesn't take part
 */
export function dealVariant(experimentId: string, personId: string, share: number): Variant | null {
  if (spread(`${experimentId}/share/${personId}`) * 100 >= share) return null;
  return spread(`${experimentId}/variant/${personId}`) < 0.5 ? "control" : "variant-b";
}

/** Whether a person is kept out of every experiment, so that what all of them change together can be seen. @param percent of everybody */
export function isHeldOut(personId: string, percent: number): boolean {
  return spread(`holdout/${personId}`) * 100 < percent;
}

/** Shows the viewer their variant and notes the first time. Once shown it stays, also after registering. @throws BadInput, Unauthenticated */
export async function setExperiment(
  ctx: Ctx,
  experimentId: string,
): Promise<{ experimentId: string; variant: Variant }> {
  const { personId } = requireViewer(ctx);
  const experiment = await findExperiment(ctx.db, experimentId, personId);
  if (!experiment) throw new BadInput("experimentId", "There is no such experiment.");
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
