import type { Ctx } from "../../../ctx.ts";
import { requireStaff, requireViewer } from "../../identity/index.ts";
import { differenceInterval, mismatchBelow, ratioProbability, shareInterval } from "./statistics.ts";
import type { Interval } from "./statistics.ts";
import { goals } from "./store-designs.ts";
import type { Goal } from "./store-designs.ts";
import { listResults } from "./store-results.ts";
import type { ResultRow } from "./store-results.ts";

export { goals } from "./store-designs.ts";
export type { Goal } from "./store-designs.ts";

/** `paused`: it runs, but its feature flag is off, so that everyone sees the control. */
export const statuses = ["draft", "running", "paused", "ended"] as const;
type ExperimentStatus = (typeof statuses)[number];

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
/** An experiment with what it has shown so far. */
export interface StudioExperiment extends Omit<ResultRow, "arms"> {
  readonly status: ExperimentStatus;
  /** People who saw each variant. */
  readonly control: number;
  readonly variant: number;
  /** The planned number of people was reached. Null without a plan. */
  readonly isComplete: boolean | null;
  /** Probability of a split this uneven by chance alone. */
  readonly ratioProbability: number;
  /** Sample ratio mismatch: the assignment is broken, and the figures are meaningless. */
  readonly isMismatched: boolean;
  /** The planned goal, else all of them. Empty until its planned number of people took part, or it ended. */
  readonly goals: readonly GoalResult[];
}

function statusOf({ isRunning, flagEnabled, startedAt }: ResultRow): ExperimentStatus {
  if (isRunning) return flagEnabled === false ? "paused" : "running";
  return startedAt === null ? "draft" : "ended";
}

function resultOf(row: ResultRow): StudioExperiment {
  const { arms, ...design } = row;
  const armOf = (variant: string) => arms.find((arm) => arm.variant === variant);
  const armResult = (variant: string, goal: Goal): ArmResult => {
    const people = armOf(variant)?.people ?? 0;
    const converted = armOf(variant)?.[goal] ?? 0;
    const share = people === 0 ? 0 : converted / people;
    return { people, converted, share, interval: shareInterval({ people, converted }) };
  };
  const [control, variant] = [armOf("control")?.people ?? 0, armOf("variant-b")?.people ?? 0];
  const probability = ratioProbability(control, variant);
  const isComplete = row.plannedSize === null ? null : control + variant >= 2 * row.plannedSize;
  const status = statusOf(row);
  const shownGoals = row.goal === null ? goals : [row.goal];
  return {
    ...design,
    status,
    control,
    variant,
    isComplete,
    ratioProbability: probability,
    isMismatched: probability < mismatchBelow,
    // Who looks at it before, and stops when it looks good, finds differences where there are none.
    goals:
      status !== "ended" && isComplete === false
        ? []
        : shownGoals.map((goal) => {
            const [first, second] = [armResult("control", goal), armResult("variant-b", goal)];
            return { goal, control: first, variant: second, lift: differenceInterval(first, second) };
          }),
  };
}

/**
 * Every experiment with its results so far: running ones first, then the newest.
 * @throws NotFound for non-admins, Unauthenticated
 */
export async function listExperiments(ctx: Ctx): Promise<StudioExperiment[]> {
  requireViewer(ctx);
  requireStaff(ctx);
  return (await listResults(ctx.db)).map(resultOf);
}
