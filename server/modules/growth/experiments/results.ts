import type { Ctx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { recordAuditEntry, requireStaff, requireViewer } from "../../identity/index.ts";
import { differenceInterval, mismatchBelow, ratioProbability, shareInterval } from "./statistics.ts";
import type { Interval } from "./statistics.ts";
import { goals, listResults, updateExperiment } from "./store-results.ts";
import type { Goal } from "./store-results.ts";
import { msg } from "../../../platform/i18n/messages.ts";

export { goals } from "./store-results.ts";
export type { Goal } from "./store-results.ts";

/** One variant and one goal. */
export interface ArmResult {
  readonly people: number;
  readonly converted: number;
  /** Of its people, 0 to 1. */
  readonly share: number;
  readonly interval: Interval;
}
export interface GoalResult {
  readonly goal: Goal;
  readonly control: ArmResult;
  readonly variant: ArmResult;
  /** Difference of variant B's share, with its 95 % interval; null while an arm is empty. */
  readonly lift: (Interval & { readonly difference: number }) | null;
}
export interface ExperimentResult {
  readonly id: string;
  readonly isRunning: boolean;
  /** Of all people, in percent. */
  readonly share: number;
  readonly countries: readonly string[] | null;
  readonly since: Date;
  readonly control: number;
  readonly variant: number;
  /** Probability of a split this uneven by chance alone. */
  readonly ratioProbability: number;
  /** Sample ratio mismatch: the assignment is broken, and the figures are meaningless. */
  readonly isMismatched: boolean;
  readonly goals: readonly GoalResult[];
}

/**
 * Results of every experiment so far, newest first.
 * @throws NotFound for non-admins, Unauthenticated
 */
export async function experimentResults(ctx: Ctx): Promise<ExperimentResult[]> {
  requireViewer(ctx);
  requireStaff(ctx);
  return (await listResults(ctx.db)).map(({ arms, ...experiment }) => {
    const armOf = (variant: string) => arms.find((arm) => arm.variant === variant);
    const peopleOf = (variant: string) => armOf(variant)?.people ?? 0;
    const resultOf = (variant: string, goal: Goal): ArmResult => {
      const people = peopleOf(variant);
      const converted = armOf(variant)?.[goal] ?? 0;
      return {
        people,
        converted,
        share: people === 0 ? 0 : converted / people,
        interval: shareInterval({ people, converted }),
      };
    };
    const [control, variant] = [peopleOf("control"), peopleOf("variant-b")];
    const probability = ratioProbability(control, variant);
    return {
      ...experiment,
      control,
      variant,
      ratioProbability: probability,
      isMismatched: probability < mismatchBelow,
      goals: goals.map((goal) => {
        const [first, second] = [resultOf("control", goal), resultOf("variant-b", goal)];
        return { goal, control: first, variant: second, lift: differenceInterval(first, second) };
      }),
    };
  });
}

/**
 * Starts or ends an experiment, or changes its share, with an audit entry. A larger share changes no one's variant.
 * @throws NotFound for non-admins and for an unknown experiment, BadInput
 */
export async function changeExperiment(
  ctx: Ctx,
  change: { id: string; isRunning: boolean; share: number },
): Promise<ExperimentResult> {
  requireViewer(ctx);
  requireStaff(ctx);
  if (!Number.isInteger(change.share) || change.share < 0 || change.share > 100)
    throw new BadInput("share", msg("Enter a share of 0% to 100%."));
  await ctx.transact(async (tx) => {
    if (!(await updateExperiment(tx.db, change))) throw new NotFound("experiment");
    const { id, ...details } = change;
    await recordAuditEntry(tx, { action: "growth.experiment_changed", subject: `experiment:${id}`, details });
  });
  return (await experimentResults(ctx)).find(({ id }) => id === change.id)!;
}
