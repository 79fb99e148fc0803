import { signOf, type Body, type Side } from "../figure/body.ts";
import { add, inverse, mixQuat, rotate, sub, type Quat, type Vec } from "../figure/math.ts";
import { orient, type ArmPose, type Pose, type Turn } from "../figure/skeleton.ts";

/** Where a chest is in the room, and how it is turned. */
export const chestOf = (body: Body, pelvis: Pose["pelvis"], chest: Turn): { at: Vec; turn: Quat } => {
  const [below, above] = [orient(pelvis), orient(chest)];
  const waist = add(pelvis.at, rotate(below, [0, 0.09 * body.unit, 0]));
  const at = add(waist, rotate(mixQuat(below, above, 0.5), [0, 0.115 * body.unit, 0]));
  return { at, turn: above };
};

/** The joint of a shoulder in the chest's frame. */
export const shoulderOf = (body: Body, side: Side): Vec => [
  signOf(side) * body.shoulder,
  0.204 * body.unit,
  -0.01 * body.unit,
];

/** The wrist of a hand that holds the hip: it goes along with the pelvis, whatever the chest does above it. */
export const onHip = (body: Body, side: Side, arm: ArmPose, pelvis: Pose["pelvis"], chest: Turn): Vec => {
  const shoulder = shoulderOf(body, side);
  const upright = add(add([0, 0.205 * body.unit, 0], shoulder), arm.wrist);
  const inRoom = add(pelvis.at, rotate(orient(pelvis), upright));
  const { at, turn } = chestOf(body, pelvis, chest);
  return sub(rotate(inverse(turn), sub(inRoom, at)), shoulder);
};
