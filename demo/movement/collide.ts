import { signOf, SIDES, type Body, type Side } from "../figure/body.ts";
import { add, clamp, dot, length, mixVec, normalize, scale, sub, type Vec } from "../figure/math.ts";
import { bendLimb, LIMITS, type ArmPose } from "../figure/skeleton.ts";

/** How thick things are where they meet, metres for a body of 1.70 m. */
const TRUNK = { x: 0.142, z: 0.102 };
const FORE = 0.04;
const HEAD = { at: [0, 0.415, 0.015] as Vec, radius: 0.118 };

/** The shortest way from the segment ab to the segment cd. */
const wayBetween = (a: Vec, b: Vec, c: Vec, d: Vec): Vec => {
  const [along, across, apart] = [sub(b, a), sub(d, c), sub(a, c)];
  const [aa, bb, ab] = [dot(along, along), dot(across, across), dot(along, across)];
  const [ca, cb] = [dot(along, apart), dot(across, apart)];
  const skew = aa * bb - ab * ab;
  let s = skew > 1e-9 ? clamp((ab * cb - ca * bb) / skew, 0, 1) : 0;
  const t = clamp((ab * s + cb) / bb, 0, 1);
  s = clamp((ab * t - ca) / aa, 0, 1);
  return sub(mixVec(c, d, t), mixVec(a, b, s));
};

/** How far a point of an arm is inside the trunk or the head, and the way out; the chest's frame. */
export const intrusion = (body: Body, p: Vec, radius: number): { depth: number; out: Vec } => {
  const u = body.unit;
  const g = body.build.girth;
  const a = (TRUNK.x * g + radius) * u;
  const b = (TRUNK.z * g + radius) * u;
  let depth = 0;
  let out: Vec = [0, 0, 0];
  if (p[1] < 0.2 * u && p[1] > -0.34 * u) {
    const r = Math.hypot(p[0] / a, p[2] / b);
    if (r < 1) {
      const n = normalize([p[0] / (a * a), 0, p[2] / (b * b) + 1e-6]);
      const edge = clamp((0.2 * u - p[1]) / (0.05 * u), 0, 1);
      depth = (1 - r) * Math.min(a, b) * edge;
      out = n;
    }
  }
  const fromHead = sub(p, scale(HEAD.at, u));
  const inHead = (HEAD.radius * body.build.head + radius) * u - length(fromHead);
  if (inHead > depth) {
    depth = inHead;
    out = normalize(fromHead);
  }
  return { depth, out };
};

const SAMPLES = [0, 0.35, 0.7, 1, 1.35] as const;

/** The joints of an arm in the chest's frame. */
export const armJoints = (
  body: Body,
  side: Side,
  arm: ArmPose,
): { shoulder: Vec; elbow: Vec; wrist: Vec } => {
  const shoulder: Vec = [signOf(side) * body.shoulder, 0.204 * body.unit, -0.01 * body.unit];
  const limb = bendLimb(arm.wrist, arm.pole, body.upper, body.fore, LIMITS.elbowOpen, LIMITS.elbowClosed);
  const elbow = add(shoulder, scale(limb.upper, body.upper));
  return { shoulder, elbow, wrist: add(elbow, scale(limb.lower, body.fore)) };
};

/** Pushes arms out of the trunk, the head and each other. Changes nothing where nothing meets. */
export const separateArms = (body: Body, arms: Record<Side, ArmPose>): Record<Side, ArmPose> => {
  const out = { l: { ...arms.l }, r: { ...arms.r } };
  // Wrists that pass each other part: the left one goes in front and above.
  const crossed = clamp((out.r.wrist[0] - out.l.wrist[0] - 2 * body.shoulder) / (0.12 * body.unit), 0, 1);
  const near =
    clamp(1 - Math.abs(out.l.wrist[1] - out.r.wrist[1]) / (0.2 * body.unit), 0, 1) * crossed * body.unit;
  out.l.wrist = add(out.l.wrist, [0, 0.035 * near, 0.045 * near]);
  out.r.wrist = add(out.r.wrist, [0, -0.035 * near, -0.03 * near]);
  for (let round = 0; round < 7; round++) {
    let moved = 0;
    for (const side of SIDES) {
      const arm = out[side];
      const { elbow, wrist } = armJoints(body, side, arm);
      let push: Vec = [0, 0, 0];
      let swing: Vec = [0, 0, 0];
      for (const t of SAMPLES) {
        const p = add(elbow, scale(sub(wrist, elbow), t));
        const { depth, out: way } = intrusion(body, p, t > 1 ? FORE * 0.8 : FORE);
        if (depth <= 0) continue;
        moved = Math.max(moved, depth);
        const handed = clamp(t, 0.25, 1);
        if (depth * handed > length(push)) push = scale(way, depth * (t < 0.3 ? 0.4 : 0.75));
        if (t < 0.6) swing = add(swing, scale(way, depth * 6 * (1 - t)));
      }
      arm.wrist = add(arm.wrist, push);
      arm.pole = normalize(add(normalize(arm.pole), swing));
    }
    const l = armJoints(body, "l", out.l);
    const r = armJoints(body, "r", out.r);
    const tipL = add(l.wrist, scale(sub(l.wrist, l.elbow), 0.35));
    const tipR = add(r.wrist, scale(sub(r.wrist, r.elbow), 0.35));
    const between = wayBetween(l.elbow, tipL, r.elbow, tipR);
    const gap = 0.078 * body.unit - length(between);
    if (gap > 0) {
      moved = Math.max(moved, gap);
      // Arms that lie in each other part front and back, the way crossed arms do.
      const way = length(between) > 0.02 ? normalize(between) : ([0, -0.35, -0.94] as Vec);
      out.l.wrist = add(out.l.wrist, scale(way, -gap * 0.55));
      out.r.wrist = add(out.r.wrist, scale(way, gap * 0.55));
    }
    if (moved < 0.002) break;
  }
  return out;
};
