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

  const ana = measureBody(lookOf("ana").build);
  const dance = (style: keyof typeof MOVEMENTS, slug: string, body = ana) =>
    perform(body, MOVEMENTS[style], eightOf(MOVEMENTS[style], slug), { x: 0, z: 0 }, 5.2);
  const directionOf = (s: Skeleton, name: Parameters<typeof boneIndex>[0]): Vec =>
    rotate(s.turn[boneIndex(name)]!, [0, 0, 1]);

  it("turns the head, and the eyes further, to the hand that reaches on one, and back to the audience", () => {
    const reach = dance("hip-hop", "reach-roll");
    const [during, after] = [0.3, 3.2].map((beat) => reach.skeletonAt(beat));
    // The left hand reaches to the dancer's left, +x.
    expect(directionOf(during!, "head")[0]).toBeGreaterThan(0.4);
    expect(directionOf(during!, "gaze")[0]).toBeGreaterThan(directionOf(during!, "head")[0] + 0.04);
    expect(Math.abs(directionOf(after!, "head")[0])).toBeLessThan(0.15);
  });

  it("moves the eyes before the head", () => {
    const reach = dance("hip-hop", "reach-roll");
    const firstBeat = (bone: "head" | "gaze", share: number): number => {
      const most = directionOf(reach.skeletonAt(0.3), bone)[0];
      const early = Array.from({ length: 80 }, (_, i) => FIRST_BEAT + i / 100);
      return early.find((beat) => directionOf(reach.skeletonAt(beat), bone)[0] > most * share)!;
    };
    expect(firstBeat("gaze", 0.2)).toBeLessThan(firstBeat("head", 0.2));
  });

  it.each([
    [2.8, 1],
    [4, 1],
    [6.8, 2],
  ])("blinks in an eight of %s s %i times", (seconds, times) => {
    const movement = MOVEMENTS.contemporary;
    for (const eight of movement.eights) {
      const one = perform(ana, movement, eight, { x: 0, z: 0 }, seconds);
      const closed = Array.from({ length: 800 }, (_, i) => one.poseAt(FIRST_BEAT + i / 100).blink > 0.9);
      expect(closed.filter((now, i) => now && !closed[i - 1]).length, eight.slug).toBe(times);
      expect(closed[0] || closed.at(-1)).toBe(false);
    }
  });

  const beats = Array.from({ length: 140 }, (_, i) => i * 0.05);
  it.each([
    ["hip-hop", "bounce", 0.06],
    ["house", "jack", 0.05],
    ["afro", "azonto", 0.05],
    ["fitness", "march", 0.05],
  ] as const)("bounces visibly on each beat in %s", (style, slug, metres) => {
    const heights = beats.map((beat) => dance(style, slug).skeletonAt(beat).at[boneIndex("head")]![1]);
    for (let beat = 0; beat < 7; beat++) {
      const within = heights.slice(beat * 20, beat * 20 + 20);
      expect(Math.max(...within) - Math.min(...within)).toBeGreaterThan(metres);
    }
  });

  it("turns and tilts the shoulders against the hips as the weight goes over", () => {
    const poses = beats.map((beat) => dance("hip-hop", "bounce").poseAt(beat));
    const turns = poses.map(({ chest, pelvis }) => chest.yaw - pelvis.yaw);
    expect(Math.max(...turns)).toBeGreaterThan(0.17);
    expect(Math.min(...turns)).toBeLessThan(-0.17);
    const opposed = poses.filter(({ chest, pelvis }) => chest.roll * pelvis.roll < 0);
    expect(opposed.length / poses.length).toBeGreaterThan(0.7);
  });

  it("lets the chest follow the hips", () => {
    const poses = beats.map((beat) => dance("latin", "basic").poseAt(beat));
    const lagOf = (a: number[], b: number[]): number => {
      const alike = (lag: number): number =>
        a.slice(10, -10).reduce((sum, value, i) => sum + value * b[i + 10 + lag]!, 0);
      const lags = Array.from({ length: 13 }, (_, i) => i - 6);
      return lags.toSorted((one, other) => alike(other) - alike(one))[0]! * 0.05;
    };
    const hips = poses.map(({ pelvis }) => -pelvis.roll);
    const chest = poses.map(({ chest: { roll } }) => roll);
    expect(lagOf(hips, chest)).toBeGreaterThan(0.04);
  });

  it("holds the hip with a hand that is on it, while the chest leans and turns", () => {
    const body = measureBody(lookOf("imani").build);
    const sway = dance("heels", "sway", body);
    const places = [1.2, 1.6, 2, 2.4, 2.8].map((beat) => {
      const s = sway.skeletonAt(beat);
      return rotate(inverse(s.turn[0]!), sub(bone(s, "hand.l"), s.at[0]!));
    });
    for (const place of places) expect(distance(place, places[0]!)).toBeLessThan(0.03);
  });

  it("differs between styles", () => {
    const shapes = TROUPES.map((t) => MOVEMENTS[t.movement].eights.map((e) => e.slug).join());
    expect(new Set(shapes).size).toBe(TROUPES.length);
  });
});
