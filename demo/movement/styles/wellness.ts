import { A, B, eight, GLIDE, L, pivot, R } from "../build.ts";
import type { StyleMovement } from "../types.ts";

/** Slow mobility: long breaths and held shapes, independent of the beat. */
export const wellness: StyleMovement = {
  slug: "wellness",
  feel: GLIDE,
  waves: [{ channel: "drop", amount: 0.006, beats: 4, peak: 0, offset: 1 }],
  home: {
    l: [0.12, 0],
    r: [-0.12, 0],
    toeOut: 0.18,
    drop: 0.02,
    weight: 0.48,
    pitch: 0,
    arms: { l: "down", r: "down" },
  },
  hipAction: { roll: 0.02, slide: 0 },
  late: 0,
  transfer: 0.6,
  stepBeats: 1.1,
  eights: [
    eight("reach", "Reach and breathe", {
      steps: [],
      body: [
        B(3, { pitch: -0.06, headPitch: -0.15, drop: 0.0 }),
        B(4, { pitch: -0.08, headPitch: -0.18 }),
        B(7, { pitch: 0.04, headPitch: 0.04, drop: 0.05 }),
      ],
      arms: [A(2, "tee", "tee"), A(3.5, "up", "up"), A(5, "up", "up"), A(6.5, "teeSoft", "teeSoft")],
      cues: [
        [1, "Breathe in, arms open and up"],
        [5, "Breathe out, let them float down"],
      ],
    }),
    eight("side-bend", "Side bend", {
      steps: [R(1.5, -0.3, 0), L(8.3, 0.12, 0)],
      body: [
        B(2.5, { lean: 0.28, headRoll: 0.15, weight: 0.08 }),
        B(4, { lean: 0.34, headRoll: 0.2 }),
        B(5, { lean: 0, headRoll: 0 }),
        B(6.2, { lean: -0.3, headRoll: -0.18, weight: -0.08 }),
        B(7.2, { lean: -0.3, headRoll: -0.18 }),
      ],
      arms: [
        A(2.5, "sideLow", "crown"),
        A(4, "sideLow", "crown"),
        A(5, "tee", "tee"),
        A(6.2, "crown", "sideLow"),
        A(7.2, "crown", "sideLow"),
      ],
      cues: [
        [1, "Feet wide, right arm over"],
        [3, "Long from hip to hand"],
        [5, "Through the middle, left arm over"],
      ],
    }),
    eight("fold", "Roll down, roll up", {
      steps: [],
      body: [
        B(2, { pitch: 0.3, headPitch: 0.4, drop: 0.03 }),
        B(3.5, { pitch: 1.25, hipPitch: 0.6, headPitch: 0.6, drop: 0.08, shiftZ: -0.09 }),
        B(5, { pitch: 1.4, hipPitch: 0.7, headPitch: 0.6, drop: 0.1, shiftZ: -0.11 }),
        B(6.5, { pitch: 0.35, hipPitch: 0.15, headPitch: 0.4, drop: 0.04, shiftZ: -0.02 }),
      ],
      arms: [
        A(2, "relaxed", "relaxed"),
        A(3.5, "reachDown", "reachDown"),
        A(5, "reachDown", "reachDown"),
        A(6.5, "relaxed", "relaxed"),
      ],
      cues: [
        [1, "Chin in, roll down bone by bone"],
        [4, "Hang, soft knees"],
        [6, "Roll up, the head comes last"],
      ],
    }),
    eight("lunge", "Long lunge", {
      steps: [R(2, -0.12, -0.5, { pitch: 0.7, turn: -0.1 }), R(6.5, -0.12, 0), pivot("l", 7.4, 0.18, 0.4)],
      body: [
        B(2, { drop: 0.12, weight: -0.15 }),
        B(3, { drop: 0.2, pitch: -0.04, headPitch: -0.1 }),
        B(5, { drop: 0.22, pitch: -0.1, headPitch: -0.15 }),
        B(6.5, { drop: 0.06, pitch: 0, headPitch: 0, weight: 0 }),
      ],
      arms: [A(2, "hip", "hip"), A(3.5, "up", "up"), A(5, "up", "up"), A(6.5, "teeSoft", "teeSoft")],
      cues: [
        [1, "Right foot back, long"],
        [3, "Hips down, arms up"],
        [6, "Step in and stand tall"],
      ],
    }),
    eight("ankles", "Ankles and knees", {
      steps: [
        R(1.5, -0.14, 0.18, { y: 0.12, pitch: 0.7 }),
        R(3, -0.14, 0.2, { y: 0.12, pitch: -0.3 }),
        R(4.2, -0.12, 0),
        L(5.5, 0.14, 0.18, { y: 0.12, pitch: 0.7 }),
        L(6.6, 0.14, 0.2, { y: 0.12, pitch: -0.3 }),
        L(7.4, 0.12, 0, { air: 0.6 }),
      ],
      body: [
        B(1.5, { headPitch: 0.15 }),
        B(3, { lean: 0.02 }),
        B(6, { headPitch: 0.15, lean: -0.02 }),
        B(7.4, { headPitch: 0, lean: 0 }),
      ],
      arms: [A(1.5, "hip", "hip"), A(7, "hip", "hip")],
      cues: [
        [1, "Lift the right, point and flex"],
        [4, "Down slowly"],
        [5, "Lift the left, point and flex"],
      ],
    }),
    eight("twist", "Open the back", {
      steps: [],
      body: [
        B(2.5, { twist: 0.55, headYaw: 0.3 }),
        B(3.5, { twist: 0.6, headYaw: 0.35 }),
        B(5, { twist: 0, headYaw: 0 }),
        B(6.5, { twist: -0.55, headYaw: -0.3 }),
        B(7, { twist: -0.5, headYaw: -0.3 }),
      ],
      arms: [
        A(2.5, "tee", "across"),
        A(3.5, "tee", "across"),
        A(5, "teeSoft", "teeSoft"),
        A(6.5, "across", "tee"),
        A(7, "across", "tee"),
      ],
      cues: [
        [1, "Turn left from the ribs"],
        [4, "Through the middle"],
        [5, "And right, hips quiet"],
      ],
    }),
  ],
};
