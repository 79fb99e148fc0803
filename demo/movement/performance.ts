import { signOf, SIDES, type Body, type Side } from "../figure/body.ts";
import {
  add,
  clamp,
  ease,
  mix,
  mixQuat,
  mixVec,
  normalize,
  rotate,
  scale,
  smoothstep,
  sub,
  turnY,
  type Vec,
} from "../figure/math.ts";
import {
  orient,
  solveSkeleton,
  type ArmPose,
  type FootPose,
  type Pose,
  type Skeleton,
  type Turn,
} from "../figure/skeleton.ts";
import { ARM_SHAPES } from "./arms.ts";
import { separateArms } from "./collide.ts";
import { FIRST_BEAT, footAt, LAST_BEAT, planFootwork, weightAt, type Footwork } from "./footwork.ts";
import { blinkAt, glanceAt, planBlinks, planGlances } from "./gaze.ts";
import { carryRound, goRound, reach, turnAlong } from "./legs.ts";
import { chestOf, onHip, shoulderOf } from "./trunk.ts";
import { sampleNumber, sampleVec, type Key } from "./tracks.ts";
import { CHANNELS, type ArmShape, type Channel, type Eight, type Feel, type StyleMovement } from "./types.ts";

/** An eight prepared for sampling. */
export type Performance = {
  poseAt(beat: number): Pose;
  skeletonAt(beat: number): Skeleton;
  footwork: Footwork;
};

type Tracks = {
  numbers: Record<Channel, Key<number>[]>;
  arms: Record<Side, { at: number; value: ArmShape }[]>;
};

const TAU = 2 * Math.PI;

/** Looks at the audience as long as the neck can, then whips round: the head's turn on a body that heads `yaw`. */
const spot = (yaw: number): number => {
  const turned = yaw - TAU * Math.round(yaw / TAU);
  const limit = 1.15;
  if (Math.abs(turned) <= limit) return -turned;
  const beyond = smoothstep(limit, TAU - limit, turned < 0 ? turned + TAU : turned);
  return mix(-limit, limit, beyond);
};

const layTracks = (movement: StyleMovement, eight: Eight): Tracks => {
  const home: Partial<Record<Channel, number>> = { drop: movement.home.drop, pitch: movement.home.pitch };
  const numbers = Object.fromEntries(
    CHANNELS.map((channel) => {
      const rest = home[channel] ?? 0;
      const keys = eight.body
        .filter((k) => k[channel] !== undefined)
        .map((k) => ({ at: k.at - 1, value: k[channel]! }));
      const lastYaw = keys.at(-1)?.value ?? 0;
      const end = channel === "yaw" ? TAU * Math.round(lastYaw / TAU) : rest;
      return [channel, [{ at: FIRST_BEAT, value: rest }, ...keys, { at: LAST_BEAT, value: end }]];
    }),
  ) as Record<Channel, Key<number>[]>;
  const arms = Object.fromEntries(
    SIDES.map((side) => {
      const keys = eight.arms
        .filter((k) => k[side] !== undefined)
        .map((k) => ({ at: k.at - 1, value: ARM_SHAPES[k[side] as keyof typeof ARM_SHAPES] }));
      const rest = ARM_SHAPES[movement.home.arms[side] as keyof typeof ARM_SHAPES];
      return [side, [{ at: FIRST_BEAT, value: rest }, ...keys, { at: LAST_BEAT, value: rest }]];
    }),
  ) as Tracks["arms"];
  return { numbers, arms };
};

const waveAt = (movement: StyleMovement, channel: Channel, beat: number): number => {
  let sum = 0;
  for (const wave of movement.waves) {
    if (wave.channel !== channel) continue;
    sum += wave.amount * ((wave.offset ?? 0) + Math.cos((TAU * (beat - wave.peak)) / wave.beats));
  }
  return sum;
};

/**
 * Beats by which parts of a body answer: the hips lead, the chest, the head and the hands follow. At 100 beats a minute the chest is 60 ms,
 * the head 110 ms and a hand 140 ms after the hips.
 */
const LAG = { hips: -0.05, chest: 0.05, arm: 0.08, head: 0.13, hand: 0.18 } as const;
/** Beats after which the shoulders, the hands and the chin have followed the body down. */
const SINK = 0.16;
/** How far shoulders turn and tilt against the hips as the weight goes from foot to foot, radians each way. */
const COUNTER = { hipTurn: 0.09, chestTurn: 0.11, chestTilt: 0.085 } as const;

/**
 * Prepares an eight of `seconds` for one body. `x` and `z` move the whole dance sideways and back, `behind` answers the beat later (in
 * beats).
 */
export const perform = (
  body: Body,
  movement: StyleMovement,
  eight: Eight,
  place: { x: number; z: number; behind?: number } = { x: 0, z: 0 },
  seconds = 4.8,
): Performance => {
  const tracks = layTracks(movement, eight);
  const feel = eight.feel ?? movement.feel;
  const u = body.unit;
  const turnFeel: Feel = {
    ...feel,
    beats: Math.max(feel.beats, 0.95),
    overshoot: 0,
    anticipation: feel.anticipation * 0.5,
  };
  const yawAt = (beat: number): number =>
    sampleNumber(tracks.numbers.yaw, clamp(beat, FIRST_BEAT, LAST_BEAT), turnFeel);
  const footwork = planFootwork(movement, eight, yawAt);
  const glances = planGlances(movement, eight);
  const blinks = planBlinks(glances, seconds, body.build.height + eight.slug.length / 7);
  // Nothing may be late at the seams: every dancer is home there.
  const lateBy = (beat: number, by: number): number =>
    beat - by * ease(clamp(Math.min(beat - FIRST_BEAT, LAST_BEAT - beat) / 0.6, 0, 1));

  const armAt = (side: Side, beat: number): ArmPose & { onHip: number } => {
    const s = signOf(side);
    const keys = tracks.arms[side];
    const flip = (v: Vec): Vec => [v[0] * s, v[1], v[2]];
    const vec = (pick: (a: ArmShape) => Vec, when: number, bulge?: Vec): Vec =>
      flip(
        sampleVec(
          keys.map((k) => ({ at: k.at, value: pick(k.value) })),
          when,
          feel,
          bulge,
        ),
      );
    const number = (pick: (a: ArmShape) => number, when: number): number =>
      sampleNumber(
        keys.map((k) => ({ at: k.at, value: pick(k.value) })),
        when,
        feel,
      );
    const hand = lateBy(beat, LAG.hand - LAG.arm);
    const wrist = vec((a) => a.wrist, beat, [0.75, 0, 0.55]);
    // Hands drag behind the arm that leads them.
    const before = vec((a) => a.wrist, lateBy(beat, 0.12), [0.75, 0, 0.55]);
    const drag: Vec = [before[0] - wrist[0], before[1] - wrist[1], before[2] - wrist[2]];
    const palm = vec((a) => a.palm, hand);
    const faces = normalize(palm);
    const trail = clamp((drag[0] * faces[0] + drag[1] * faces[1] + drag[2] * faces[2]) * 2.6, -0.55, 0.55);
    return {
      wrist: scale(wrist, u),
      pole: vec((a) => a.pole, beat),
      palm,
      bend: number((a) => a.bend, hand) + trail,
      curl: clamp(
        number((a) => a.curl, hand),
        0,
        1,
      ),
      shrug: 0,
      onHip: clamp(
        number((a) => a.onHip, beat),
        0,
        1,
      ),
    };
  };

  const poseAt = (moment: number): Pose => {
    const beat = lateBy(moment, place.behind ?? 0);
    const edge = ease(clamp(Math.min(beat - FIRST_BEAT, LAST_BEAT - beat) / 0.9, 0, 1));
    const groove = mix(1, eight.groove ?? 1, edge);
    const at = (lag: number): number => lateBy(beat, movement.late + lag);
    const value = (channel: Channel, when = at(LAG.chest)): number =>
      sampleNumber(tracks.numbers[channel], when, feel) + waveAt(movement, channel, when) * groove;

    const yaw = yawAt(beat);
    const weight = clamp(weightAt(footwork, movement, beat) + value("weight", beat), 0.02, 0.98);
    const steps = { l: footAt(footwork.l, beat), r: footAt(footwork.r, beat) };
    // The weight goes straight from foot to foot, whatever way the free one takes.
    const straight = { l: { ...steps.l }, r: { ...steps.r } };
    for (const side of SIDES) turnAlong(steps[side], yaw + signOf(side) * movement.home.toeOut);
    for (const side of SIDES) carryRound(steps, side, beat, yawAt);
    goRound(steps, yaw);
    const feet = Object.fromEntries(
      SIDES.map((side) => {
        const f = steps[side];
        const ball: Vec = [f.x * u + place.x, f.y * u, f.z * u + place.z];
        const pitch =
          body.build.heel > 0 ? Math.max(f.pitch * 0.5 + body.build.heel, body.build.heel) : f.pitch;
        if (pitch < 0) {
          // A heel dig: the heel is on the floor, the ball above it.
          ball[1] += Math.sin(-pitch) * 0.185 * u;
        }
        return [side, { ball, yaw: f.yaw, pitch, planted: f.planted }];
      }),
    ) as Record<Side, FootPose>;
    const standing = (side: Side): Vec => {
      const foot = straight[side];
      return add(
        [foot.x * u + place.x, 0, foot.z * u + place.z],
        rotate(turnY(feet[side].yaw), [0, 0, -0.07 * u]),
      );
    };
    const centre = mixVec(standing("l"), standing("r"), weight);
    const over = weight - 0.5;
    const hips = at(LAG.hips);
    const hipTwist = value("hipTwist", hips);
    const slide = rotate(turnY(yaw), [
      value("shiftX", hips) * u - over * 2 * movement.hipAction.slide * u * groove,
      0,
      value("shiftZ", hips) * u,
    ]);
    const pelvisRoll = value("hipRoll", hips) - over * 2 * movement.hipAction.roll * groove;
    const drop = value("drop", beat);
    const breath = 0.0035 * (1 - Math.cos((TAU * (beat + 0.5)) / 4));
    const at0: Vec = [
      centre[0] + slide[0],
      body.stand + (body.build.heel > 0 ? Math.sin(body.build.heel) * 0.11 * u : 0) - drop * u,
      centre[2] + slide[2],
    ];
    // The shoulders answer the weight later than the hips, and against them.
    const overLate =
      clamp(weightAt(footwork, movement, at(LAG.chest)) + value("weight", at(LAG.chest)), 0.02, 0.98) - 0.5;
    const pelvis = {
      at: at0,
      yaw: yaw + hipTwist + over * 2 * COUNTER.hipTurn * groove,
      roll: pelvisRoll,
      pitch: value("hipPitch", hips) + value("pitch", hips) * 0.25,
    };
    reach(body, pelvis, feet, weight);

    const twist = value("twist") - overLate * 2 * COUNTER.chestTurn * groove;
    const pitch = value("pitch");
    const lean = value("lean") + overLate * (0.09 + 2 * COUNTER.chestTilt * groove);
    const chest = { yaw: yaw + twist + hipTwist * 0.3, pitch, roll: lean, breath };
    // What the body has sunk in the last moment: shoulders, hands and chin are still on their way.
    const sinking = clamp(drop - value("drop", lateBy(beat, SINK)), -0.12, 0.12);
    const [l, r] = SIDES.map((side) => {
      const arm = armAt(side, at(LAG.arm));
      const holding = onHip(body, side, arm, pelvis, chest);
      const wrist = mixVec(add(arm.wrist, [0, sinking * 0.35 * u, 0]), holding, arm.onHip);
      return { ...arm, wrist };
    });
    const arms = separateArms(body, { l: l!, r: r! });
    for (const [side, channel] of [
      ["l", "shrugL"],
      ["r", "shrugR"],
    ] as const)
      arms[side].shrug = clamp(
        value(channel) + Math.max(0, arms[side].wrist[1] / u - 0.12) * 0.55 + breath * 6 + sinking * 1.1,
        -0.12,
        0.4,
      );

    // The head stays upright and with the audience while the trunk works beneath it, and glances at the limb that works.
    const headYaw = clamp(spot(yaw) + value("headYaw", at(LAG.head - 0.06)) - twist * 0.15, -1.2, 1.2);
    const head = {
      yaw: yaw + headYaw,
      pitch: clamp(value("headPitch", at(LAG.head)) + pitch * 0.25 - sinking * 1.4, -0.55, 0.65),
      roll: clamp(value("headRoll", at(LAG.head)) + lean * 0.3, -0.5, 0.5),
    };
    const gaze = lookAround(head, yaw, beat, { pelvis, chest, arms, feet });
    const blink = blinkAt(blinks, beat, seconds / 8);
    return { pelvis, chest, head, gaze, blink, feet, arms, tail: [0, -1, 0] };
  };

  /** Turns the head toward the limb that works, and returns where the eyes look: they are there before the head. */
  const lookAround = (
    head: Turn,
    yaw: number,
    beat: number,
    { pelvis, chest, arms, feet }: Pick<Pose, "pelvis" | "chest" | "arms" | "feet">,
  ): Pose["gaze"] => {
    const seam = ease(clamp(Math.min(beat - FIRST_BEAT, LAST_BEAT - beat) / 0.45, 0, 1));
    const away = Math.abs(yaw - TAU * Math.round(yaw / TAU));
    const free = seam * (1 - smoothstep(0.5, 1, away));
    const { at: chestAt, turn: chestTurn } = chestOf(body, pelvis, chest);
    const eyes = add(chestAt, rotate(chestTurn, [0, 0.43 * u, 0.05 * u]));
    // Without a glance the eyes stay with the audience.
    let wanted = { yaw: 0, pitch: 0 };
    let attention = 0;
    const facing = TAU * Math.round(head.yaw / TAU);
    for (const glance of glances) {
      const place =
        glance.limb === "foot"
          ? feet[glance.side].ball
          : add(chestAt, rotate(chestTurn, add(shoulderOf(body, glance.side), arms[glance.side].wrist)));
      const way = sub(place, eyes);
      const there = {
        yaw: clamp(Math.atan2(way[0], Math.max(way[2], 0.12)), -1, 1),
        pitch: clamp(Math.atan2(-way[1], Math.hypot(way[0], way[2])), -0.5, 0.75),
      };
      const turned = glanceAt(glance, beat - 0.12) * free;
      head.yaw = mix(head.yaw, facing + there.yaw, 0.62 * turned);
      head.pitch = mix(head.pitch, there.pitch, 0.5 * turned);
      head.roll += -there.yaw * 0.12 * turned;
      const seen = glanceAt(glance, beat) * free;
      if (seen > attention) {
        attention = seen;
        wanted = { yaw: there.yaw * seen, pitch: there.pitch * seen };
      }
    }
    return {
      yaw: clamp((wanted.yaw - (head.yaw - facing)) * 0.3, -0.13, 0.13) * (1 - smoothstep(0.8, 1.3, away)),
      pitch: clamp((wanted.pitch - head.pitch) * 0.25, -0.06, 0.09) * (1 - smoothstep(0.8, 1.3, away)),
    };
  };

  const tailAt = (beat: number): Vec => {
    // Hair hangs down and lags behind the head by an eighth of a beat.
    const now = poseAt(beat).head;
    const then = poseAt(lateBy(beat, 0.22)).head;
    const q = mixQuat(orient(then), orient(now), 0.1);
    return normalize(add(scale(rotate(q, [0, -0.2, -1]), 0.75), [0, -0.8, 0]));
  };

  const posed = (beat: number): Pose => ({ ...poseAt(beat), tail: tailAt(beat) });
  return { poseAt: posed, skeletonAt: (beat) => solveSkeleton(body, posed(beat)), footwork };
};

export { FIRST_BEAT, LAST_BEAT } from "./footwork.ts";
