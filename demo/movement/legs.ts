import { signOf, SIDES, type Body, type Side } from "../figure/body.ts";
import { add, distance, mixVec, normalize, rotate, smoothstep, turnY, type Vec } from "../figure/math.ts";
import { ankleOf, LIMITS, orient, type FootPose, type Pose } from "../figure/skeleton.ts";
import type { FootState } from "./footwork.ts";

/** How far a leg turns in its hip before the foot must pivot, radians. */
const HIP_TURN = 0.6;

/** Pivots a foot on its ball when the body has turned further than the hip allows; the heel rises for it. */
export const turnAlong = (foot: FootState, ahead: number): void => {
  const beyond = Math.abs(foot.yaw - ahead) - HIP_TURN;
  if (beyond <= 0) return;
  foot.yaw = ahead + Math.sign(foot.yaw - ahead) * HIP_TURN;
  if (foot.planted && foot.pitch >= 0) foot.pitch = Math.max(foot.pitch, 0.22 * smoothstep(0, 0.5, beyond));
};

/** In a turn the free foot goes round the standing one with the body, instead of straight through it. */
export const carryRound = (
  steps: Record<Side, FootState>,
  side: Side,
  beat: number,
  yawAt: (beat: number) => number,
): void => {
  const moving = steps[side];
  const standing = steps[side === "l" ? "r" : "l"];
  const { swing } = moving;
  if (!swing || !standing.planted) return;
  const before = yawAt(swing.from.at);
  const after = yawAt(swing.to.at);
  if (Math.abs(after - before) < 0.6) return;
  const relative = (p: { x: number; z: number }, yaw: number): Vec =>
    rotate(turnY(-yaw), [p.x - standing.x, 0, p.z - standing.z]);
  const way = rotate(
    turnY(yawAt(beat)),
    mixVec(relative(swing.from, before), relative(swing.to, after), swing.share),
  );
  moving.x = standing.x + way[0];
  moving.z = standing.z + way[2];
};

/** How near the feet may pass each other, metres for a body of 1.70 m. */
const PASSING = 0.185;

/** A foot in the air goes round the one that stands, on its own side of the body. */
export const goRound = (steps: Record<Side, FootState>, yaw: number): void => {
  for (const side of SIDES) {
    const moving = steps[side];
    const standing = steps[side === "l" ? "r" : "l"];
    if (moving.planted || !standing.planted) continue;
    const dx = moving.x - standing.x;
    const dz = moving.z - standing.z;
    const gap = PASSING - Math.hypot(dx, dz);
    if (gap <= 0) continue;
    const s = signOf(side) * 0.06;
    const out = normalize([dx + s * Math.cos(yaw), 0, dz - s * Math.sin(yaw)]);
    const share = smoothstep(0, 0.025, moving.y);
    moving.x += out[0] * gap * 1.25 * share;
    moving.z += out[2] * gap * 1.25 * share;
  }
};

/** Lets heels rise and then lowers the pelvis until both feet can be reached with legs that stay within their limits. */
export const reach = (
  body: Body,
  pelvis: Pose["pelvis"],
  feet: Record<Side, FootPose>,
  weight: number,
): void => {
  const q = orient(pelvis);
  const far =
    Math.sqrt(body.thigh ** 2 + body.shin ** 2 - 2 * body.thigh * body.shin * Math.cos(LIMITS.kneeOpen)) *
    0.994;
  for (let round = 0; round < 14; round++) {
    let worst = 0;
    for (const side of SIDES) {
      const foot = feet[side];
      const socket = add(pelvis.at, rotate(q, [signOf(side) * body.hip, -0.05 * body.unit, 0]));
      const over = distance(socket, ankleOf(body, foot)) - far;
      if (over <= 0) continue;
      worst = Math.max(worst, over);
      const share = side === "l" ? 1 - weight : weight;
      if (foot.planted && foot.pitch >= 0 && foot.pitch < 0.75 && share < 0.62) {
        foot.pitch += Math.min(0.12, over * 5) * smoothstep(0.62, 0.4, share);
      }
      pelvis.at = add(pelvis.at, [0, -over * 0.5, 0]);
    }
    if (worst < 0.0005) return;
  }
};
