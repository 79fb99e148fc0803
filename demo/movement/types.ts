import type { Side } from "../figure/body.ts";
import type { Vec } from "../figure/math.ts";

/** Scalar tracks of the body. Metres for drop and shifts, radians for the rest. */
export const CHANNELS = [
  "drop",
  "shiftX",
  "shiftZ",
  "yaw",
  "hipTwist",
  "hipRoll",
  "hipPitch",
  "lean",
  "pitch",
  "twist",
  "headYaw",
  "headPitch",
  "headRoll",
  "shrugL",
  "shrugR",
  "weight",
] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * A foot arrives somewhere on a count (1 is the first beat; 2.5 is the "and" after 2). `x` and `z` are metres from the home spot for a
 * body of 1.70 m; `turn` is the heading relative to the body's at that moment. With `y` above 0 the foot is held in the air.
 */
export type FootStep = {
  foot: Side;
  at: number;
  x: number;
  z: number;
  turn?: number;
  y?: number;
  /** Heel above (+) or toes above (-) the rest of the foot, radians, when it has arrived. */
  pitch?: number;
  /** Beats that the foot is off the floor before it arrives. */
  air?: number;
  /** Height of the arc in metres; chosen by the distance when left out. */
  lift?: number;
  /** The foot touches the floor without taking weight. */
  touch?: boolean;
  /** The foot stays where it is and turns on its ball. */
  pivot?: boolean;
};

/** A named place of one arm, in the frame of a chest that stands upright, with x away from the body: mirrored for the right arm. */
export type ArmShape = {
  wrist: Vec;
  pole: Vec;
  palm: Vec;
  bend: number;
  curl: number;
  /** 1 where the hand holds the hip and goes along with it, else 0. */
  onHip: number;
};
export type BodyKey = { at: number } & Partial<Record<Channel, number>>;
export type ArmKey<Shape extends string = string> = { at: number; l?: Shape; r?: Shape };

/** How values travel between keys: `hit` arrives sharply and settles; `flow` never stops. */
export type Feel = { kind: "hit" | "flow"; beats: number; anticipation: number; overshoot: number };

/** Eight counts of movement that begin and end, half a beat before a one, in the style's home. */
export type Eight = {
  slug: string;
  /** What a teacher calls it. */
  name: string;
  steps: FootStep[];
  body: BodyKey[];
  arms: ArmKey[];
  feel?: Feel;
  /** How much of the style's groove stays under the movement; 1 when left out. */
  groove?: number;
  /** What a teacher says and the count at which it happens. */
  cues: { at: number; text: string }[];
};

/** A wave of a channel under everything: `amount * (offset + cos(2π (beat - peak) / beats))`. Beats divide eight. */
type Wave = { channel: Channel; amount: number; beats: number; peak: number; offset?: number };

export type StyleMovement = {
  slug: string;
  feel: Feel;
  waves: Wave[];
  home: {
    l: [number, number];
    r: [number, number];
    toeOut: number;
    drop: number;
    weight: number;
    pitch: number;
    arms: { l: string; r: string };
  };
  /** How far the hip rolls over the foot that bears weight, radians, and slides over it, metres. */
  hipAction: { roll: number; slide: number };
  /** Beats by which the upper body answers the beat late (laid back) or early (negative). */
  late: number;
  /** Beats before and after a step over which the weight goes from foot to foot. */
  transfer: number;
  /** Beats of an ordinary step in the air. */
  stepBeats: number;
  eights: Eight[];
};
