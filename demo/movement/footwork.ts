import { signOf, SIDES, type Side } from "../figure/body.ts";
import { clamp, ease, mix } from "../figure/math.ts";
import type { Eight, FootStep, StyleMovement } from "./types.ts";

/** The first and the last beat of an eight's picture: half a beat before a one. */
export const FIRST_BEAT = -0.5;
export const LAST_BEAT = 7.5;

/** A foot at a moment, metres for a body of 1.70 m. */
export type FootState = {
  x: number;
  y: number;
  z: number;
  yaw: number;
  pitch: number;
  planted: boolean;
  touch: boolean;
  swing?: Swing;
};
/** A foot's way through the air: where and when from, where and when to, and how far it is. */
type Swing = {
  from: { x: number; z: number; at: number };
  to: { x: number; z: number; at: number };
  share: number;
};
type FootKey = FootState & { at: number; air: number; lift: number; pivot: boolean };

/** Both feet's way through an eight. */
export type Footwork = Record<Side, FootKey[]>;

const restOf = (movement: StyleMovement, side: Side, yaw: number): FootKey => {
  const [x, z] = movement.home[side];
  const turn = yaw + signOf(side) * movement.home.toeOut;
  return {
    x,
    y: 0,
    z,
    yaw: turn,
    pitch: 0,
    planted: true,
    touch: false,
    at: -9,
    air: 0,
    lift: 0,
    pivot: false,
  };
};

/** Lays out the feet of an eight; `yawAt` is the body's heading on a beat. A foot that is not home at the end steps home before it. */
export const planFootwork = (
  movement: StyleMovement,
  eight: Eight,
  yawAt: (beat: number) => number,
): Footwork => {
  const keys: Footwork = { l: [restOf(movement, "l", 0)], r: [restOf(movement, "r", 0)] };
  const push = (step: FootStep): void => {
    const own = keys[step.foot];
    const other = keys[step.foot === "l" ? "r" : "l"];
    const last = own.at(-1)!;
    const at = step.at - 1;
    const y = step.y ?? 0;
    const x = step.pivot ? last.x : step.x;
    const z = step.pivot ? last.z : step.z;
    const way = Math.hypot(x - last.x, z - last.z);
    // A foot leaves the floor when it has done its last step, and when the other one has landed, so that a dancer never floats.
    const landed =
      step.pivot || last.y > 0
        ? FIRST_BEAT
        : (other.findLast((k) => !k.pivot && k.y === 0 && k.at < at)?.at ?? FIRST_BEAT);
    const free = Math.max(FIRST_BEAT, last.at, landed + 0.03);
    own.push({
      at,
      x,
      y,
      z,
      yaw: yawAt(at) + (step.turn ?? signOf(step.foot) * movement.home.toeOut),
      pitch: step.pitch ?? (step.touch ? 0.45 : y > 0.05 ? 0.5 : 0),
      planted: y === 0,
      touch: step.touch ?? false,
      air: Math.max(0.12, Math.min(step.air ?? movement.stepBeats, at - free)),
      lift: step.lift ?? Math.min(0.13, 0.035 + way * 0.16),
      pivot: step.pivot ?? false,
    });
  };
  eight.steps.toSorted((a, b) => a.at - b.at).forEach(push);
  // Home before the seam: one foot after the other.
  const away = SIDES.filter((side) => {
    const [x, z] = movement.home[side];
    const last = keys[side].at(-1)!;
    return Math.hypot(last.x - x, last.z - z) + last.y > 1e-6;
  }).toSorted((a, b) => keys[a].at(-1)!.at - keys[b].at(-1)!.at);
  away.forEach((side, i) => {
    const [x, z] = movement.home[side];
    const last = keys[side].at(-1)!;
    const at = away.length === 2 && i === 0 ? Math.max(last.at + 0.3, LAST_BEAT - 0.5) : LAST_BEAT - 0.08;
    push({ foot: side, at: at + 1, x, z, air: 0.38 });
  });
  for (const side of SIDES) {
    const [x, z] = movement.home[side];
    const last = keys[side].at(-1)!;
    const endYaw = yawAt(LAST_BEAT) + signOf(side) * movement.home.toeOut;
    if (last.pitch !== 0 || Math.abs(last.yaw - endYaw) > 1e-6)
      push({ foot: side, at: LAST_BEAT + 1, x, z, pivot: true, air: Math.min(0.4, LAST_BEAT - last.at) });
  }
  return keys;
};

/** Where a foot is on a beat. While it is planted its place is exactly the key's: it can't slide. */
export const footAt = (keys: readonly FootKey[], beat: number): FootState => {
  let next = 0;
  while (next < keys.length && keys[next]!.at <= beat) next++;
  const here = keys[next - 1]!;
  const to = keys[next];
  if (!to || beat < to.at - to.air) {
    return here;
  }
  const u = clamp((beat - (to.at - to.air)) / to.air, 0, 1);
  const e = ease(u);
  if (to.pivot) {
    const raise = 0.22 * Math.sin(Math.PI * u) ** 2;
    return {
      ...here,
      yaw: mix(here.yaw, to.yaw, e),
      pitch: mix(here.pitch, to.pitch, e) + raise,
      planted: true,
    };
  }
  const grounded = here.y === 0 && to.y === 0;
  const arc = grounded ? to.lift * Math.sin(Math.PI * u) ** 1.5 : 0;
  // The heel peels off first and the foot levels before it lands.
  const peel =
    (here.y === 0 ? 0.55 : 0.1) * Math.sin(Math.PI * clamp(u * 1.35, 0, 1)) * Math.min(1, to.lift * 14);
  return {
    x: mix(here.x, to.x, e),
    z: mix(here.z, to.z, e),
    y: Math.max(0, mix(here.y, to.y, grounded ? 0 : ease(u)) + arc),
    yaw: mix(here.yaw, to.yaw, e),
    pitch: mix(here.pitch, to.pitch, e) + peel,
    planted: false,
    touch: false,
    swing: {
      from: { x: here.x, z: here.z, at: to.at - to.air },
      to: { x: to.x, z: to.z, at: to.at },
      share: e,
    },
  };
};

/** Which foot bears the weight on a beat: 0 left, 1 right, between when both do. */
const supportAt = (work: Footwork, movement: StyleMovement, beat: number): number => {
  if (beat <= FIRST_BEAT || beat >= LAST_BEAT) return movement.home.weight;
  const left = footAt(work.l, beat);
  const right = footAt(work.r, beat);
  if (left.planted !== right.planted) return left.planted ? 0.03 : 0.97;
  if (left.touch !== right.touch) return left.touch ? 0.94 : 0.06;
  const lastOf = (keys: readonly FootKey[]): number =>
    keys.findLast((k) => k.at <= beat && !k.pivot)?.at ?? -9;
  const sinceLeft = beat - lastOf(work.l);
  const sinceRight = beat - lastOf(work.r);
  if (Math.abs(sinceLeft - sinceRight) < 0.05) return 0.5;
  const newest = Math.min(sinceLeft, sinceRight);
  // A foot that has just landed takes the weight; when nothing follows, the weight comes back between the feet.
  const share = mix(0.82, 0.5, clamp((newest - 1.1) / 1, 0, 1));
  return sinceRight < sinceLeft ? share : 1 - share;
};

/** The weight on a beat, smoothed so that it goes before the foot does: no foot is lifted that still bears the body. */
export const weightAt = (work: Footwork, movement: StyleMovement, beat: number): number => {
  let sum = 0;
  let total = 0;
  for (let i = -8; i <= 8; i++) {
    const share = 1 - Math.abs(i) / 9;
    sum += share * supportAt(work, movement, beat + 0.1 + (i * movement.transfer) / 8);
    total += share;
  }
  const edge = Math.min(1, (beat - FIRST_BEAT) / 0.55, (LAST_BEAT - beat) / 0.55);
  return mix(movement.home.weight, sum / total, ease(Math.max(0, edge)));
};
