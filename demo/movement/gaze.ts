import type { Side } from "../figure/body.ts";
import { clamp, smoothstep } from "../figure/math.ts";
import { ARM_SHAPES } from "./arms.ts";
import type { Eight, StyleMovement } from "./types.ts";

/** A look at a limb while it works, in beats. */
export type Glance = { from: number; to: number; limb: "hand" | "foot"; side: Side };

/** The counts on which a dancer looks at what works: the first of each half of an eight. */
const GLANCE_BEATS = [0, 4] as const;
/** Metres that a limb must travel to be looked at, for a body of 1.70 m. */
const MIN_WAY = 0.24;
/** Beats from a count within which the limb's arrival belongs to it. */
const WINDOW = { before: 0.2, after: 1.2 } as const;

/** Finds, for each half of an eight, the limb that travels furthest around its first count. */
export const planGlances = (movement: StyleMovement, eight: Eight): Glance[] =>
  GLANCE_BEATS.flatMap((beat) => {
    const ways = [...handWays(movement, eight), ...footWays(movement, eight)].filter(
      ({ at, way }) => at >= beat - WINDOW.before && at <= beat + WINDOW.after && way >= MIN_WAY,
    );
    const [widest] = ways.toSorted((a, b) => b.way - a.way);
    return widest
      ? [{ from: widest.at - 0.3, to: widest.at + 0.95, limb: widest.limb, side: widest.side }]
      : [];
  });

type Way = { at: number; way: number; limb: Glance["limb"]; side: Side };

const handWays = (movement: StyleMovement, eight: Eight): Way[] =>
  (["l", "r"] as const).flatMap((side) => {
    let before = ARM_SHAPES[movement.home.arms[side] as keyof typeof ARM_SHAPES];
    return eight.arms.flatMap((key): Way[] => {
      const name = key[side];
      if (name === undefined) return [];
      const shape = ARM_SHAPES[name as keyof typeof ARM_SHAPES];
      const way = Math.hypot(...shape.wrist.map((v, i) => v - before.wrist[i]!));
      before = shape;
      return [{ at: key.at - 1, way, limb: "hand", side }];
    });
  });

/** Steps matter less than hands, unless the foot shows something: a tap, a kick. */
const footWays = (movement: StyleMovement, eight: Eight): Way[] =>
  (["l", "r"] as const).flatMap((side) => {
    let [x, z] = movement.home[side];
    return eight.steps
      .filter((step) => step.foot === side && !step.pivot)
      .toSorted((a, b) => a.at - b.at)
      .map((step): Way => {
        const way = Math.hypot(step.x - x, step.z - z);
        [x, z] = [step.x, step.z];
        const shows = step.touch === true || (step.y ?? 0) > 0;
        return { at: step.at - 1, way: way * (shows ? 1.2 : 0.7), limb: "foot", side };
      });
  });

/** How much of the attention a glance has on a beat, 0..1. */
export const glanceAt = ({ from, to }: Glance, beat: number): number =>
  smoothstep(from - 0.35, from + 0.05, beat) * (1 - smoothstep(to, to + 0.55, beat));

/** Seconds between two blinks, on average. */
const BLINK_EVERY = 3.5;

/** The beats of an eight's blinks. They follow glances, as people's do, and differ between dancers by `seed`. */
export const planBlinks = (glances: readonly Glance[], eightSeconds: number, seed: number): number[] => {
  const count = Math.max(1, Math.round(eightSeconds / BLINK_EVERY));
  const stretch = 7 / count;
  return Array.from({ length: count }, (_, i) => {
    const from = i * stretch;
    const end = glances.find(({ to }) => to >= from && to < from + stretch)?.to;
    return end ?? from + stretch * (0.3 + 0.4 * ((seed * 7.31 + i * 0.37) % 1));
  });
};

/** How far lids are closed on a beat, 0..1: fast down, slower up. */
export const blinkAt = (blinks: readonly number[], beat: number, beatSeconds: number): number =>
  Math.max(
    0,
    ...blinks.map((at) => {
      const seconds = (beat - at) * beatSeconds;
      return clamp(Math.min((seconds + 0.07) / 0.07, (0.17 - seconds) / 0.11), 0, 1);
    }),
  );
