import { armAxis, BONES, boneIndex, legAxis, palmAxis, signOf, SIDES, type Body, type Side } from "./body.ts";
import {
  add,
  clamp,
  compose,
  cross,
  dot,
  frame,
  inverse,
  length,
  mixQuat,
  normalize,
  rotate,
  scale,
  sub,
  swing,
  turnX,
  turnY,
  turnZ,
  type Quat,
  type Vec,
} from "./math.ts";

/** A foot: the point under its ball, its heading, how far the heel is above the ball (radians), and whether it bears weight. */
export type FootPose = { ball: Vec; yaw: number; pitch: number; planted: boolean };
/**
 * An arm: where the wrist is from the shoulder and where the elbow points, in the chest's frame; where the palm faces, in the
 * chest's frame; the bend of the wrist in radians toward the palm; the curl of the fingers, 0 flat to 1 fist; the shrug in radians.
 */
export type ArmPose = { wrist: Vec; pole: Vec; palm: Vec; bend: number; curl: number; shrug: number };
export type Turn = { yaw: number; pitch: number; roll: number };
/** A whole body at one moment. `pelvis.at` is in metres in the room; turns are radians in the room. */
export type Pose = {
  pelvis: Turn & { at: Vec };
  chest: Turn & { breath: number };
  head: Turn;
  /** Where the pupils turn from the head's direction, radians: to the dancer's left, and down. */
  gaze: { yaw: number; pitch: number };
  /** How far the lids are closed, 0..1. */
  blink: number;
  feet: Record<Side, FootPose>;
  arms: Record<Side, ArmPose>;
  /** Direction in which long hair hangs, in the room. */
  tail: Vec;
};

/** Where every bone is and how it is turned from rest, in BONES' order. */
export type Skeleton = { at: Vec[]; turn: Quat[] };

/** Joint limits in radians: how far a knee and an elbow open and close. */
export const LIMITS = { kneeOpen: 3.1, kneeClosed: 0.5, elbowOpen: 3.08, elbowClosed: 0.5 } as const;

/** How far lids come down and forward when they close, in the units of the head's sketches. */
export const LID_WAY = [0.25, 0.24] as const;

const reachAt = (a: number, b: number, angle: number): number =>
  Math.sqrt(a * a + b * b - 2 * a * b * Math.cos(angle));

/** Bends a two-bone limb toward `target` (from its root), its middle joint toward `pole`; lengths and limits are kept. */
export const bendLimb = (
  target: Vec,
  pole: Vec,
  first: number,
  second: number,
  open: number,
  closed: number,
): { upper: Vec; lower: Vec } => {
  const far = reachAt(first, second, open);
  const near = reachAt(first, second, closed);
  const reach = clamp(length(target), near, far);
  const along = length(target) > 1e-6 ? normalize(target) : ([0, -1, 0] as Vec);
  const x = (first * first - second * second + reach * reach) / (2 * reach);
  const h = Math.sqrt(Math.max(0, first * first - x * x));
  let side = sub(pole, scale(along, dot(pole, along)));
  if (length(side) < 1e-4) side = cross(along, Math.abs(along[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1]);
  const middle = add(scale(along, x), scale(normalize(side), h));
  return { upper: normalize(middle), lower: normalize(sub(scale(along, reach), middle)) };
};

export const orient = (t: Turn): Quat => compose(turnY(t.yaw), compose(turnZ(t.roll), turnX(t.pitch)));

/** The turn of a foot in the room. */
const orientFoot = (foot: FootPose): Quat => compose(turnY(foot.yaw), turnX(foot.pitch));

/** Where the ankle of a foot is in the room. */
export const ankleOf = (body: Body, foot: FootPose): Vec =>
  add(add(foot.ball, [0, body.sole, 0]), rotate(orientFoot(foot), body.ankle));

const REST_TURN: Quat = [0, 0, 0, 1];

/** Solves a pose to bones: forward from the pelvis, by inverse kinematics to wrists and feet. */
export const solveSkeleton = (body: Body, pose: Pose): Skeleton => {
  const at: Vec[] = [];
  const turn: Quat[] = [];
  const put = (index: number, q: Quat): void => {
    const { parent, offset } = body.joints[index]!;
    at[index] = parent < 0 ? pose.pelvis.at : add(at[parent]!, rotate(turn[parent]!, offset));
    turn[index] = q;
  };
  const pelvis = orient(pose.pelvis);
  const chest = orient(pose.chest);
  const head = orient(pose.head);
  put(0, pelvis);
  put(1, mixQuat(pelvis, chest, 0.5));
  put(2, chest);
  at[2] = add(at[2]!, [0, pose.chest.breath, 0]);
  put(3, mixQuat(chest, head, 0.45));
  put(4, head);
  put(5, compose(head, swing([0, -1, 0], normalize(rotate(inverse(head), pose.tail)))));
  put(6, compose(head, compose(turnY(pose.gaze.yaw), turnX(pose.gaze.pitch))));
  put(7, head);
  const lid = 0.082 * body.unit * body.build.head * pose.blink;
  at[7] = add(at[7]!, rotate(head, [0, -LID_WAY[0] * lid, LID_WAY[1] * lid]));
  for (const side of SIDES) {
    const s = signOf(side);
    const base = boneIndex(`collar.${side}`);
    const arm = pose.arms[side];
    const axis = armAxis(side);
    const collar = compose(chest, turnZ(s * arm.shrug));
    put(base, collar);
    const { upper, lower } = bendLimb(
      arm.wrist,
      arm.pole,
      body.upper,
      body.fore,
      LIMITS.elbowOpen,
      LIMITS.elbowClosed,
    );
    const upperTurn = compose(chest, swing(axis, upper));
    const foreTurn = compose(
      upperTurn,
      swing(axis, normalize(rotate(inverse(compose(inverse(chest), upperTurn)), lower))),
    );
    put(base + 1, mixQuat(collar, upperTurn, 0.5));
    put(base + 2, upperTurn);
    put(base + 3, mixQuat(upperTurn, foreTurn, 0.5));
    put(base + 4, foreTurn);
    const flat = sub(arm.palm, scale(lower, dot(arm.palm, lower)));
    const palm = length(flat) > 0.05 ? normalize(flat) : normalize(cross(lower, [0, 0, 1]));
    const points = normalize(add(scale(lower, Math.cos(arm.bend)), scale(palm, Math.sin(arm.bend))));
    const faces = normalize(sub(palm, scale(points, dot(palm, points))));
    const handTurn = compose(compose(chest, frame(points, faces)), inverse(frame(axis, palmAxis(side))));
    put(base + 5, handTurn);
    const hinge = cross(axis, palmAxis(side));
    const curl = (angle: number): Quat => {
      const h = Math.sin(angle / 2);
      return [hinge[0] * h, hinge[1] * h, hinge[2] * h, Math.cos(angle / 2)];
    };
    const fingers = compose(handTurn, curl(0.15 + arm.curl * 1.45));
    put(base + 6, fingers);
    put(base + 7, compose(fingers, curl(0.15 + arm.curl * 1.5)));
    put(base + 8, compose(handTurn, curl(0.1 + arm.curl * 0.7)));

    const foot = pose.feet[side];
    const hipAt = add(at[0]!, rotate(pelvis, body.joints[base + 9]!.offset));
    const target = sub(ankleOf(body, foot), hipAt);
    const heading: Vec = [Math.sin(foot.yaw), 0, Math.cos(foot.yaw)];
    const ahead = rotate(turnY(pose.pelvis.yaw), [s * 0.3, 0, 1]);
    const pole = add(ahead, scale(heading, 0.6));
    const leg = bendLimb(target, pole, body.thigh, body.shin, LIMITS.kneeOpen, LIMITS.kneeClosed);
    const legRest = legAxis(side);
    const thighTurn = compose(pelvis, swing(legRest, rotate(inverse(pelvis), leg.upper)));
    const shinTurn = compose(thighTurn, swing(legRest, rotate(inverse(thighTurn), leg.lower)));
    put(base + 9, mixQuat(pelvis, thighTurn, 0.5));
    put(base + 10, thighTurn);
    put(base + 11, mixQuat(thighTurn, shinTurn, 0.5));
    put(base + 12, shinTurn);
    put(base + 13, orientFoot(foot));
    const lifted = foot.ball[1] > 0.004 ? 0.75 : 0;
    put(
      base + 14,
      compose(turnY(foot.yaw), turnX(Math.max(0, foot.pitch) * lifted + Math.min(0, foot.pitch))),
    );
  }
  return { at, turn };
};

/** The skeleton at rest: no bone is turned; the pelvis is at its standing height. */
export const restSkeleton = (body: Body): Skeleton => {
  const at: Vec[] = [];
  body.joints.forEach(({ parent, offset }, i) => {
    at[i] = parent < 0 ? [0, body.stand, 0] : add(at[parent]!, offset);
  });
  return { at, turn: BONES.map(() => REST_TURN) };
};
