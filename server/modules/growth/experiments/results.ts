import { experimentGoals } from "../../../../contract/experiments.ts";
import type { ExperimentGoal } from "../../../../contract/experiments.ts";
import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { requireStaff, requireViewer } from "../../identity/index.ts";
import { differenceInterval, mismatchBelow, ratioProbability, shareInterval } from "./statistics.ts";
import type { Interval } from "./statistics.ts";
import { findResult, listResults } from "./store-results.ts";
import type { ResultRow } from "./store-results.ts";

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
  readonly goal: ExperimentGoal;
  readonly control: ArmResult;
  readonly variant: ArmResult;
  /** Difference of variant B's share, with its 95 % interval; null while an arm is empty. */
  readonly lift: (Interval & { readonly difference: number }) | null;
}
/** An experiment with what it has shown so far. */
export interface StudioExperiment extends Omit<ResultRow, "arms" | "hasExposures"> {
  readonly status: ExperimentStatus;
  /** People who saw each variant. */
  readonly control: number;
  readonly variant: number;
  /** Each variant reached the planned number of people. Null without a plan. */
  readonly isComplete: boolean | null;
  /** Its result may be read: it has ended, each variant reached the planned number, or none was planned. */
  readonly isReadable: boolean;
  /** Reports can compare its variants by person. */
  readonly isComparable: boolean;
  /** Probability of a split this uneven by chance alone. */
  readonly ratioProbability: number;
  /** Sample ratio mismatch: the assignment is broken, and the figures are meaningless. */
  readonly isMismatched: boolean;
  /** The planned goal, else all of them. Empty until the result may be read. */
  readonly goals: readonly GoalResult[];
}

function statusOf({ isRunning, flagEnabled, startedAt, endedAt }: ResultRow): ExperimentStatus {
  if (isRunning) return flagEnabled === false ? "paused" : "running";
  // One of an older release has no start.
  return startedAt === null && endedAt === null ? "draft" : "ended";
}

function resultOf(row: ResultRow): StudioExperiment {
  const { arms, hasExposures, ...design } = row;
  const armOf = (variant: string) => arms.find((arm) => arm.variant === variant);
  const armResult = (variant: string, goal: ExperimentGoal): ArmResult => {
    const people = armOf(variant)?.people ?? 0;
    const converted = armOf(variant)?.[goal] ?? 0;
    const share = people === 0 ? 0 : converted / people;
    return { people, converted, share, interval: shareInterval({ people, converted }) };
  };
  const [control, variant] = [armOf("control")?.people ?? 0, armOf("variant-b")?.people ?? 0];
  const probability = ratioProbability(control, variant);
  const isComplete = row.plannedSize === null ? null : Math.min(control, variant) >= row.plannedSize;
  const status = statusOf(row);
  // Who looks at it before, and stops when it looks good, finds differences where there are none.
  const isReadable = status === "ended" || isComplete !== false;
  const shownGoals = row.goal === null ? experimentGoals : [row.goal];
  return {
    ...design,
    status,
    isReadable,
    isComparable: isReadable && hasExposures,
    control,
    variant,
    isComplete,
    ratioProbability: probability,
    isMismatched: probability < mismatchBelow,
    goals: isReadable
      ? shownGoals.map((goal) => {
          const [first, second] = [armResult("control", goal), armResult("variant-b", goal)];
          return { goal, control: first, variant: second, lift: differenceInterval(first, second) };
        })
      : [],
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

/**
 * One experiment with its results so far. The caller checks who may see it.
 * @throws NotFound
 */
export async function readExperiment(ctx: Ctx, id: string): Promise<StudioExperiment> {
  const row = await findResult(ctx.db, id);
  if (!row) throw new NotFound("experiment");
  return resultOf(row);
}
