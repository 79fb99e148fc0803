import { describe, expect, it } from "vitest";
import { TROUPES } from "../catalog/troupes.ts";
import { boneIndex, measureBody, SIDES } from "../figure/body.ts";
import { lookOf } from "../figure/looks.ts";
import { add, distance, dot, inverse, mixVec, normalize, rotate, sub, type Vec } from "../figure/math.ts";
import { ankleOf, LIMITS, solveSkeleton, type Skeleton } from "../figure/skeleton.ts";
import { armJoints, intrusion } from "./collide.ts";
import { FIRST_BEAT, LAST_BEAT, perform } from "./performance.ts";
import { eightOf, MOVEMENTS } from "./styles.ts";

const SAMPLES = 180;
const beatOf = (i: number): number => FIRST_BEAT + ((LAST_BEAT - FIRST_BEAT) * i) / SAMPLES;
const dances = TROUPES.flatMap((troupe) =>
  MOVEMENTS[troupe.movement].eights.flatMap((eight) =>
    troupe.scene.cast.map((part) => ({
      name: `${troupe.slug}: ${eight.slug} by ${part.look}`,
      troupe,
      eight,
      part,
      body: measureBody(lookOf(part.look).build),
    })),
  ),
);
const angleAt = (a: Vec, b: Vec, c: Vec): number =>
  Math.acos(Math.max(-1, Math.min(1, dot(normalize(sub(a, b)), normalize(sub(c, b))))));
const bone = (s: Skeleton, name: Parameters<typeof boneIndex>[0]): Vec => s.at[boneIndex(name)]!;

const gapBetween = (a: Vec, b: Vec, c: Vec, d: Vec): number => {
  let least = Infinity;
  for (let i = 0; i <= 8; i++)
    for (let j = 0; j <= 8; j++) least = Math.min(least, distance(mixVec(a, b, i / 8), mixVec(c, d, j / 8)));
  return least;
};

describe.each(dances)("$name", ({ troupe, eight, part, body }) => {
  const dance = perform(body, MOVEMENTS[troupe.movement], eight, part);
  const poses = Array.from({ length: SAMPLES + 1 }, (_, i) => dance.poseAt(beatOf(i)));
  const bones = poses.map((pose) => solveSkeleton(body, pose));

  it("keeps planted feet in place and on the floor, and lets none below it", () => {
    for (const side of SIDES) {
      let held: Vec | undefined;
      poses.forEach((pose) => {
        const foot = pose.feet[side];
        expect(foot.ball[1]).toBeGreaterThanOrEqual(0);
        if (!foot.planted) {
          held = undefined;
          return;
        }
        if (foot.pitch >= 0) expect(foot.ball[1]).toBe(0);
        held ??= foot.ball;
        expect(Math.hypot(foot.ball[0] - held[0], foot.ball[2] - held[2])).toBeLessThan(0.01);
      });
    }
  });

  it("always has a foot on the floor, and legs that reach their feet", () => {
    poses.forEach((pose, i) => {
      expect(SIDES.some((side) => pose.feet[side].planted)).toBe(true);
      for (const side of SIDES)
        expect(distance(bone(bones[i]!, `foot.${side}`), ankleOf(body, pose.feet[side]))).toBeLessThan(0.012);
    });
  });

  it("keeps the body over the supporting foot", () => {
    poses.forEach((pose) => {
      const planted = SIDES.filter((side) => pose.feet[side].planted);
      if (planted.length !== 1) return;
      const ball = pose.feet[planted[0]!].ball;
      expect(Math.hypot(pose.pelvis.at[0] - ball[0], pose.pelvis.at[2] - ball[2])).toBeLessThan(
        0.38 * body.unit,
      );
    });
  });

  it("keeps limb lengths and joint limits", () => {
    for (const s of bones) {
      for (const side of SIDES) {
        const hip = bone(s, `thigh.${side}`);
        const knee = bone(s, `shin.${side}`);
        const ankle = bone(s, `foot.${side}`);
        expect(distance(hip, knee)).toBeCloseTo(body.thigh, 6);
        expect(distance(knee, ankle)).toBeCloseTo(body.shin, 6);
        expect(angleAt(hip, knee, ankle)).toBeGreaterThan(LIMITS.kneeClosed - 0.01);
        const shoulder = bone(s, `upper.${side}`);
        const elbow = bone(s, `fore.${side}`);
        const wrist = bone(s, `hand.${side}`);
        expect(distance(shoulder, elbow)).toBeCloseTo(body.upper, 6);
        expect(distance(elbow, wrist)).toBeCloseTo(body.fore, 6);
        expect(angleAt(shoulder, elbow, wrist)).toBeGreaterThan(LIMITS.elbowClosed - 0.01);
        // A knee bends forward: it is never behind the line from hip to ankle, in the pelvis's direction.
        const ahead = rotate(s.turn[0]!, [0, 0, 1]);
        const foot = rotate(s.turn[boneIndex(`foot.${side}`)]!, [0, 0, 1]);
        expect(dot(sub(knee, mixVec(hip, ankle, 0.5)), normalize(add(ahead, foot)))).toBeGreaterThan(-0.02);
      }
    }
  });

  it("never lets limbs intersect the trunk, the head or each other", () => {
    poses.forEach((pose, i) => {
      const s = bones[i]!;
      const joints = { l: armJoints(body, "l", pose.arms.l), r: armJoints(body, "r", pose.arms.r) };
      for (const side of SIDES) {
        const { elbow, wrist } = joints[side];
        for (const t of [0.35, 0.7, 1])
          expect(intrusion(body, mixVec(elbow, wrist, t), 0.04).depth).toBeLessThan(0.025);
      }
      expect(gapBetween(joints.l.elbow, joints.l.wrist, joints.r.elbow, joints.r.wrist)).toBeGreaterThan(
        0.045 * body.unit,
      );
      expect(
        gapBetween(bone(s, "shin.l"), bone(s, "foot.l"), bone(s, "shin.r"), bone(s, "foot.r")),
      ).toBeGreaterThan(0.06 * body.unit);
    });
  });

  it("moves without jumps", () => {
    const perSample = (eightSeconds: number): number => eightSeconds / SAMPLES;
    const dt = perSample(troupe.frames.full / 30);
    for (let i = 1; i < bones.length; i++) {
      expect(distance(bones[i]!.at[0]!, bones[i - 1]!.at[0]!) / dt).toBeLessThan(3);
      for (const side of SIDES) {
        const from = rotate(
          inverse(bones[i - 1]!.turn[2]!),
          sub(bone(bones[i - 1]!, `hand.${side}`), bones[i - 1]!.at[2]!),
        );
        const to = rotate(
          inverse(bones[i]!.turn[2]!),
          sub(bone(bones[i]!, `hand.${side}`), bones[i]!.at[2]!),
        );
        expect(distance(from, to) / dt).toBeLessThan(11);
      }
    }
  });

  it("begins and ends in the style’s home position", () => {
    const home = perform(
      body,
      MOVEMENTS[troupe.movement],
      eightOf(MOVEMENTS[troupe.movement], troupe.rest.full),
      part,
    ).skeletonAt(FIRST_BEAT);
    for (const s of [bones[0]!, bones.at(-1)!])
      s.at.forEach((p, i) => expect(distance(p, home.at[i]!)).toBeLessThan(0.004));
  });
});

describe("performance", () => {
  it("is deterministic", () => {
    const { troupe, eight, part, body } = dances[3]!;
    const [a, b] = [0, 1].map(() => perform(body, MOVEMENTS[troupe.movement], eight, part).skeletonAt(2.3));
    expect(a).toEqual(b);
  });

  it("breathes while standing still", () => {
    const body = measureBody(lookOf("ana").build);
    const still = perform(body, MOVEMENTS["hip-hop"], eightOf(MOVEMENTS["hip-hop"], "listen"));
    const lifts = Array.from({ length: 40 }, (_, i) => still.poseAt(beatOf(i * 4)).chest.breath);
    expect(Math.max(...lifts) - Math.min(...lifts)).toBeGreaterThan(0.004);
  });

  it("differs between styles", () => {
    const shapes = TROUPES.map((t) => MOVEMENTS[t.movement].eights.map((e) => e.slug).join());
    expect(new Set(shapes).size).toBe(TROUPES.length);
  });
});
