import { isDeepStrictEqual } from "node:util";
import { subjectGoals } from "../../../../contract/experiments.ts";
import { peoplePerVariant } from "../../../../contract/sample-size.ts";
import type { ExperimentGoal, ExperimentSubject, Variant } from "../../../../contract/experiments.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { readLine } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { ExperimentFixed, SubjectTaken } from "./errors.ts";
import { readExperiment } from "./results.ts";
import type { StudioExperiment } from "./results.ts";
import { deleteFeatureFlag, saveFeatureFlag, updateFeatureFlag } from "./store.ts";
import {
  deleteExperimentRow,
  endExperimentRow,
  insertExperiment,
  lockExperiment,
  startExperimentRow,
  updateExperimentDraft,
  updateExperimentReach,
} from "./store-designs.ts";
import type { DesignRow, Plan } from "./store-designs.ts";
import { countExperiment } from "./store-results.ts";
import { emptyValue, subjectOf } from "./subjects.ts";
import type { VariantValue } from "./subjects.ts";
import { lockSubject } from "./varied.ts";

/** Most people of a variant: a smaller difference is worth no one's wait. */
const maxSize = 5_000_000;
const maxName = 80;

/** Who takes part. */
interface Reach {
  /** Of all people, in percent. */
  readonly share: number;
  /** Empty: everyone's. */
  readonly countries: readonly string[];
}
/** A draft as an editor sends it. */
interface GivenDraft extends Reach {
  readonly name: string;
  readonly subject: ExperimentSubject;
  readonly value: VariantValue;
  readonly goal: ExperimentGoal;
  /** In percent. */
  readonly expectedRate: number;
  /** In percentage points. */
  readonly minDifference: number;
}
/** Which experiment, as its editor has seen it. */
interface Seen {
  readonly id: string;
  readonly version: number;
}

/**
 * Creates a draft, or replaces it, with an audit entry. The same request again changes nothing.
 * @param seen.id a UUID of the client's for a new one, whose `version` is 0
 * @throws BadInput by field, ChangedMeanwhile, ExperimentFixed once it has started, NotFound, Unauthenticated
 */
export async function saveExperiment(ctx: Ctx, seen: Seen, given: GivenDraft): Promise<StudioExperiment> {
  requireStaff(ctx);
  const plan = await readPlan(ctx, given);
  await ctx.transact(async (tx) => {
    let before = await lockExperiment(tx.db, seen.id);
    let isSaved = false;
    if (!before && seen.version === 0) {
      if (!isUuid(seen.id)) throw new BadInput("id", inEnglish("A new experiment needs a UUID."));
      isSaved = await insertExperiment(tx.db, seen.id, plan, tx.clock.now());
      // The same request at the same time was first.
      if (!isSaved) before = await lockExperiment(tx.db, seen.id);
    }
    if (!isSaved) {
      if (before?.startedAt || before?.isRunning) throw new ExperimentFixed();
      // A repeated request.
      if (before?.version === seen.version + 1 && isSame(before, plan)) return;
      if (before?.version !== seen.version) throw new ChangedMeanwhile();
      await updateExperimentDraft(tx.db, seen.id, plan);
    }
    await recordAuditEntry(tx, {
      action: "growth.experiment_saved",
      subject: `experiment:${seen.id}`,
      details: { before: before ? summaryOf(before) : {}, after: summaryOf(plan) },
    });
  });
  return readExperiment(ctx, seen.id);
}

/**
 * Starts a draft: from now on subject, variant, goal and size stay. With an audit entry. A second start changes nothing.
 * @throws BadInput, ChangedMeanwhile, ConfirmationNeeded, ExperimentFixed once it has ended, NotFound, SubjectTaken, Unauthenticated
 */
export async function startExperiment(ctx: Ctx, { id, version }: Seen): Promise<StudioExperiment> {
  await requireConfirmedStaff(ctx);
  try {
    await ctx.transact(async (tx) => {
      const before = await locked(tx, id);
      if (before.isRunning) return;
      if (before.startedAt) throw new ExperimentFixed();
      if (before.version !== version) throw new ChangedMeanwhile();
      if (!before.subject) throw new BadInput("subject", msg("Choose what to vary."));
      await lockSubject(tx, before.subject);
      const compared = await startable(tx, before.subject, before.value ?? emptyValue);
      await startExperimentRow(tx.db, { id, ...compared, now: tx.clock.now() });
      await saveFeatureFlag(tx.db, { name: id, enabled: true });
      await recordAuditEntry(tx, {
        action: "growth.experiment_started",
        subject: `experiment:${id}`,
        details: { name: before.name ?? id, plannedSize: before.plannedSize },
      });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new SubjectTaken() : error;
  }
  return readExperiment(ctx, id);
}

/**
 * Ends an experiment. If variant B is chosen, it becomes what the studio shows, in the same transaction. With an audit entry.
 * The same choice again changes nothing.
 * @throws ChangedMeanwhile if the other variant was chosen, ConfirmationNeeded, ExperimentFixed for a draft, NotFound, Unauthenticated
 */
export async function endExperiment(
  ctx: Ctx,
  { id, version, chosen }: Seen & { readonly chosen: Variant },
): Promise<StudioExperiment> {
  await requireConfirmedStaff(ctx);
  await ctx.transact(async (tx) => {
    const before = await locked(tx, id);
    if (!before.isRunning) {
      if (before.startedAt === null) throw new ExperimentFixed();
      if (before.chosen === chosen) return;
      // A server of the release before may have stopped it without a choice.
      if (before.chosen !== null) throw new ChangedMeanwhile();
    }
    if (before.version !== version) throw new ChangedMeanwhile();
    await endExperimentRow(tx.db, { id, chosen, now: tx.clock.now() });
    if (!before.countedAt) await countExperiment(tx.db, id, tx.clock.now());
    // A flag that a release brought is more than a pause.
    if (before.name === null) await updateFeatureFlag(tx.db, { name: id, enabled: false });
    else await deleteFeatureFlag(tx.db, id);
    if (chosen === "variant-b" && before.subject)
      await subjectOf(before.subject).apply(tx, before.value ?? emptyValue, before.controlValue);
    await recordAuditEntry(tx, {
      action: "growth.experiment_ended",
      subject: `experiment:${id}`,
      details: { name: before.name ?? id, chosen },
    });
  });
  await ctx.refreshStudio();
  return readExperiment(ctx, id);
}

/**
 * Changes who takes part in a running experiment, with an audit entry. A larger share changes no one's variant.
 * @throws BadInput, ChangedMeanwhile, ExperimentFixed unless it runs, NotFound, Unauthenticated
 */
export async function changeExperimentReach(
  ctx: Ctx,
  { id, version, ...given }: Seen & Reach,
): Promise<StudioExperiment> {
  requireStaff(ctx);
  const reach = readReach(given);
  await ctx.transact(async (tx) => {
    const { share, countries, ...before } = await locked(tx, id);
    if (!before.isRunning) throw new ExperimentFixed();
    if (isDeepStrictEqual({ share, countries }, reach)) return;
    if (before.version !== version) throw new ChangedMeanwhile();
    await updateExperimentReach(tx.db, { id, ...reach });
    await recordAuditEntry(tx, {
      action: "growth.experiment_changed",
      subject: `experiment:${id}`,
      details: { name: before.name ?? id, before: { share, countries }, after: reach },
    });
  });
  return readExperiment(ctx, id);
}

/**
 * Deletes a draft, with an audit entry. Idempotent.
 * @throws ChangedMeanwhile, ExperimentFixed once it has started, NotFound for others than admins, Unauthenticated
 */
export async function deleteExperiment(ctx: Ctx, { id, version }: Seen): Promise<string> {
  requireStaff(ctx);
  await ctx.transact(async (tx) => {
    const before = await lockExperiment(tx.db, id);
    if (!before) return;
    if (before.isRunning || before.startedAt) throw new ExperimentFixed();
    if (before.version !== version) throw new ChangedMeanwhile();
    await deleteExperimentRow(tx.db, id);
    await recordAuditEntry(tx, {
      action: "growth.experiment_deleted",
      subject: `experiment:${id}`,
      details: { name: before.name ?? id },
    });
  });
  return id;
}

async function locked(tx: Tx, id: string): Promise<DesignRow> {
  const row = await lockExperiment(tx.db, id);
  if (!row) throw new NotFound("experiment");
  return row;
}

/** The values to start with. @throws BadInput if the page isn't shown, or variant B is no other than the control */
async function startable(
  tx: Tx,
  name: ExperimentSubject,
  written: VariantValue,
): Promise<{ control: VariantValue; value: VariantValue }> {
  const subject = subjectOf(name);
  const control = await subject.control(tx);
  if (!control) throw new BadInput("subject", subject.unavailable);
  const value = await subject.read(tx, written);
  if (isDeepStrictEqual(control, value))
    throw new BadInput("value", msg("Variant B is what the studio has now. Change it first."));
  return { control, value };
}

async function readPlan(ctx: Ctx, given: GivenDraft): Promise<Plan> {
  const expectedRate = readPercent(given.expectedRate, "expectedRate");
  const minDifference = readPercent(given.minDifference, "minDifference");
  const plannedSize = peoplePerVariant(expectedRate, minDifference);
  if (plannedSize === null)
    throw new BadInput("minDifference", msg("Enter a rate and a difference that add up to at most 100%."));
  if (plannedSize > maxSize)
    throw new BadInput("minDifference", msg("Enter a larger difference. This one needs too many people."));
  if (!subjectGoals[given.subject].includes(given.goal))
    throw new BadInput("goal", msg("Most people have reached this goal before. Choose another."));
  return {
    name: readLine(given.name, "name", maxName),
    subject: given.subject,
    value: await subjectOf(given.subject).read(ctx, given.value),
    goal: given.goal,
    expectedRate,
    minDifference,
    plannedSize,
    ...readReach(given),
  };
}

function readPercent(percent: number, field: string): number {
  if (!(percent >= 0 && percent <= 100)) throw new BadInput(field, msg("Enter a rate of 0% to 100%."));
  // Two decimal places, so that what is read back is what was written.
  return Math.round(percent * 100) / 10_000;
}

function readReach({ share, countries }: Reach): { share: number; countries: readonly string[] | null } {
  if (!Number.isInteger(share) || share < 0 || share > 100)
    throw new BadInput("share", msg("Enter a share of 0% to 100%."));
  const codes = [...new Set(countries)].toSorted();
  if (codes.length > 250 || !codes.every((code) => /^[A-Z]{2}$/.test(code)))
    throw new BadInput("countries", msg("Choose a country."));
  return { share, countries: codes.length > 0 ? codes : null };
}

const planFields = [
  "name",
  "subject",
  "goal",
  "expectedRate",
  "minDifference",
  "plannedSize",
  "share",
  "countries",
] as const satisfies readonly (keyof Plan)[];
/** A design without its variant. */
const planOf = (design: DesignRow | Plan): Record<string, unknown> =>
  Object.fromEntries(planFields.map((field) => [field, design[field]]));
const isSame = (row: DesignRow, plan: Plan): boolean =>
  isDeepStrictEqual(planOf(row), planOf(plan)) && isDeepStrictEqual(row.value, plan.value);
/** A design for the audit log. */
const summaryOf = (design: DesignRow | Plan): Record<string, unknown> => ({
  ...planOf(design),
  variant: design.value && (design.value.title ?? design.value.interval),
});
