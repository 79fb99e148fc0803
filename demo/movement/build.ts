import type { Side } from "../figure/body.ts";
import type { ArmShapeName } from "./arms.ts";
import type { ArmKey, BodyKey, Eight, Feel, FootStep } from "./types.ts";

type Extra = Partial<Omit<FootStep, "foot" | "at" | "x" | "z">>;

const step =
  (foot: Side) =>
  (at: number, x: number, z: number, extra: Extra = {}): FootStep => ({ foot, at, x, z, ...extra });
/** The left foot arrives at (x, z) on a count. */
export const L = step("l");
/** The right foot arrives at (x, z) on a count. */
export const R = step("r");
/** A foot arrives beside a point of the floor, on its own side of a body that heads `yaw` there: for steps within turns. */
export const turning = (
  foot: Side,
  at: number,
  x: number,
  z: number,
  yaw: number,
  extra: Extra = {},
): FootStep => {
  const s = foot === "l" ? 0.11 : -0.11;
  return { foot, at, x: x + s * Math.cos(yaw), z: z - s * Math.sin(yaw), ...extra };
};
/** A foot turns on its ball where it stands. */
export const pivot = (foot: Side, at: number, turn?: number, air = 0.5): FootStep => ({
  foot,
  at,
  x: 0,
  z: 0,
  pivot: true,
  turn,
  air,
});
/** The body's values on a count. */
export const B = (at: number, values: Omit<BodyKey, "at">): BodyKey => ({ at, ...values });
/** The left and the right arm's shapes on a count. */
export const A = (at: number, l?: ArmShapeName, r?: ArmShapeName): ArmKey => ({
  at,
  ...(l === undefined ? {} : { l }),
  ...(r === undefined ? {} : { r }),
});

export const HIT: Feel = { kind: "hit", beats: 0.55, anticipation: 0.05, overshoot: 0.09 };
export const GLIDE: Feel = { kind: "flow", beats: 1, anticipation: 0, overshoot: 0 };

type Draft = {
  steps?: FootStep[];
  body?: BodyKey[];
  arms?: ArmKey[];
  feel?: Feel;
  groove?: number;
  cues: [number, string][];
};

/** Names an eight; lists may be in any order. */
export const eight = (slug: string, name: string, draft: Draft): Eight => ({
  slug,
  name,
  steps: draft.steps ?? [],
  body: (draft.body ?? []).toSorted((a, b) => a.at - b.at),
  arms: (draft.arms ?? []).toSorted((a, b) => a.at - b.at),
  feel: draft.feel,
  groove: draft.groove,
  cues: draft.cues.map(([at, text]) => ({ at, text })),
});
