import { add, normalize, scale, type Vec } from "./math.ts";

/** A dancer's proportions. Lengths are factors of an adult of 1.70 m unless a unit is named. */
export type Build = {
  /** Standing height in metres. */
  height: number;
  shoulders: number;
  hips: number;
  legs: number;
  /** How thick limbs and trunk are. */
  girth: number;
  /** How thick the waist is beside the ribs and the hips. */
  waist: number;
  head: number;
  /** The pitch in radians at which a raised heel holds the foot; 0 in flat shoes. */
  heel: number;
};

export type Side = "l" | "r";
export const SIDES: readonly Side[] = ["l", "r"];
/** +1 on the dancer's left, which is +x. */
export const signOf = (side: Side): 1 | -1 => (side === "l" ? 1 : -1);

const TRUNK = ["pelvis", "waist", "chest", "neck", "head", "tail", "gaze", "lids"] as const;
const LIMB = [
  "collar",
  "shoulder",
  "upper",
  "elbow",
  "fore",
  "hand",
  "palm",
  "tips",
  "thumb",
  "hip",
  "thigh",
  "knee",
  "shin",
  "foot",
  "toe",
] as const;
type TrunkBone = (typeof TRUNK)[number];
type LimbBone = (typeof LIMB)[number];
export type BoneName = TrunkBone | `${LimbBone}.${Side}`;

/** Every bone, a parent always before its children. */
export const BONES: readonly BoneName[] = [
  ...TRUNK,
  ...SIDES.flatMap((side) => LIMB.map((bone) => `${bone}.${side}` as BoneName)),
];
export const BONE_INDEX: ReadonlyMap<BoneName, number> = new Map(BONES.map((name, i) => [name, i]));
/** The bone of a limb on one side. */
export const limb = (side: Side, name: LimbBone): BoneName => `${name}.${side}`;
export const boneIndex = (name: BoneName): number => BONE_INDEX.get(name)!;

/** The direction of an arm at rest: away from the body, so that overhead and crossed arms stay clear of the swing's pole. */
export const armAxis = (side: Side): Vec => normalize([signOf(side) * 0.8, -0.6, 0.1]);
export const legAxis = (side: Side): Vec => normalize([signOf(side) * 0.13, -1, 0]);
/** The direction that the palm faces at rest. */
export const palmAxis = (side: Side): Vec => normalize([signOf(side) * -0.6, -0.8, 0]);

/** Lengths in metres of one dancer's body. */
export type Body = {
  build: Build;
  unit: number;
  thigh: number;
  shin: number;
  upper: number;
  fore: number;
  /** Height of the pelvis above the floor, standing tall. */
  stand: number;
  /** Half the distance between the shoulders' joints, and the hips'. */
  shoulder: number;
  hip: number;
  /** From the ball of the foot to the ankle, in the foot's frame. */
  ankle: Vec;
  /** Height of the ball's joint above the sole. */
  sole: number;
  /** The parent and the offset in the parent's frame of every bone, in BONES' order. */
  joints: { parent: number; offset: Vec }[];
};

/** Measures a body from its proportions. */
export const measureBody = (build: Build): Body => {
  const u = build.height / 1.7;
  const thigh = 0.43 * u * build.legs;
  const shin = 0.425 * u * build.legs;
  const upper = 0.272 * u;
  const fore = 0.246 * u;
  const shoulder = 0.168 * u * build.shoulders;
  const hip = 0.088 * u * build.hips;
  const ankle: Vec = [0, 0.058 * u, -0.125 * u];
  const sole = 0.024 * u;
  const joints: { parent: number; offset: Vec }[] = [];
  const at = (parent: BoneName, offset: Vec): void => {
    joints.push({ parent: boneIndex(parent), offset });
  };
  joints.push({ parent: -1, offset: [0, 0, 0] });
  at("pelvis", [0, 0.09 * u, 0]);
  at("waist", [0, 0.115 * u, 0]);
  at("chest", [0, 0.25 * u, -0.012 * u]);
  at("neck", [0, 0.075 * u, 0.012 * u]);
  at("head", [0, 0.15 * u * build.head, -0.1 * u * build.head]);
  // Pupils slide around the middle of the skull; lids move over the eyes.
  at("head", [0, 0.088 * u * build.head, 0.012 * u]);
  at("head", [0, 0, 0]);
  for (const side of SIDES) {
    const s = signOf(side);
    const arm = armAxis(side);
    const leg = legAxis(side);
    at("chest", [s * 0.035 * u, 0.212 * u, -0.01 * u]);
    const socket: Vec = [s * (shoulder - 0.035 * u), -0.008 * u, 0];
    at(`collar.${side}`, socket);
    at(`collar.${side}`, socket);
    at(`upper.${side}`, scale(arm, upper));
    at(`upper.${side}`, scale(arm, upper));
    at(`fore.${side}`, scale(arm, fore));
    at(`hand.${side}`, scale(arm, 0.085 * u));
    at(`palm.${side}`, scale(arm, 0.042 * u));
    at(`hand.${side}`, add(scale(arm, 0.03 * u), [0, 0, 0.03 * u]));
    const hipAt: Vec = [s * hip, -0.05 * u, 0];
    at("pelvis", hipAt);
    at("pelvis", hipAt);
    at(`thigh.${side}`, scale(leg, thigh));
    at(`thigh.${side}`, scale(leg, thigh));
    at(`shin.${side}`, scale(leg, shin));
    at(`foot.${side}`, scale(ankle, -1));
  }
  const stand = sole + ankle[1] + (thigh + shin) * 0.985 + 0.05 * u;
  return { build, unit: u, thigh, shin, upper, fore, stand, shoulder, hip, ankle, sole, joints };
};
