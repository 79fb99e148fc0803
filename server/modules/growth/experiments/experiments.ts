import { createHash } from "node:crypto";
import type { ExperimentSubject, Variant } from "../../../../contract/experiments.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { whileThere } from "../../../platform/while-there.ts";
import { requireViewer } from "../../identity/index.ts";
import { locateCaller, pageWaitMs } from "../ip-location/location.ts";
import { findExperiment, insertExposure, listRunning } from "./store.ts";
import type { ExperimentRow, RunningRow } from "./store.ts";
import type { VariantValue } from "./subjects.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { defineLoader } from "../../../platform/loader.ts";

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
 * The variant of an experiment that runs: the exposed one, or else the dealt one.
 * @returns null for a person who doesn't take part
 */
async function variantIn(ctx: Ctx, experiment: ExperimentRow, personId: string): Promise<Variant | null> {
  const { id, share, countries, variant } = experiment;
  if (variant) return variant === "excluded" ? null : variant;
  if (isHeldOut(personId, ctx.config.experimentHoldout)) return null;
  const dealt = dealVariant(id, personId, share);
  if (dealt === null || countries === null) return dealt;
  const { countryCode } = await locateCaller(ctx, pageWaitMs);
  if (countryCode !== null) return countries.includes(countryCode) ? dealt : null;
  if (ctx.viewer?.seenBy) return null;
  // A later view may know the country, but this one shows the control: that stays.
  const exposure = { experimentId: id, personId, variant: "excluded", now: ctx.clock.now() } as const;
  const known = await whileThere(() => insertExposure(ctx.db, exposure));
  return known === "excluded" ? null : known;
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
  if (!experiment.isShown && !experiment.variant) return { experimentId, variant: "control" };
  const variant = await variantIn(ctx, experiment, personId);
  if (!variant || experiment.variant) return { experimentId, variant: variant ?? "control" };
  const exposure = { experimentId, personId, variant, now: ctx.clock.now() };
  const known = await whileThere(() => insertExposure(ctx.db, exposure));
  return { experimentId, variant: known === "excluded" ? "control" : known };
}

/** A variant that a page shows. The page records the exposure by `setExperiment` once it shows the subject. */
export interface ShownExperiment {
  readonly experimentId: string;
  readonly variant: Variant;
}

const runningLoader = defineLoader<ExperimentSubject, RunningRow>(
  async (ctx, subjects) =>
    new Map(
      (await listRunning(ctx.db, subjects, ctx.viewer?.personId ?? null)).map((row) => [row.subject, row]),
    ),
);

/**
 * The viewer's variant of what a page shows, with the value of variant B. Evaluation records no exposure.
 * @returns null if nothing runs, or the viewer doesn't take part: they see the control
 */
export async function variantOf(
  ctx: Ctx,
  subject: ExperimentSubject,
): Promise<{ readonly shown: ShownExperiment; readonly value: VariantValue | null } | null> {
  const { viewer } = ctx;
  if (!viewer) return null;
  const running = await runningLoader(ctx).load(subject);
  const variant = running && (await variantIn(ctx, running, viewer.personId));
  return variant ? { shown: { experimentId: running.id, variant }, value: running.value } : null;
}

/** Whether an experiment varies a subject now, so that a page depends on who asks. */
export const isVaried = async (ctx: Ctx, subject: ExperimentSubject): Promise<boolean> =>
  (await runningLoader(ctx).load(subject)) !== null;
