import { A, B, eight, GLIDE, L, R, turning } from '../build.ts';
import type { StyleMovement } from '../types.ts';

/** Fall and recover: breath starts everything, arms finish after the body has gone. */
export const contemporary: StyleMovement = {
  slug: 'contemporary',
  feel: GLIDE,
  waves: [{ channel: 'drop', amount: 0.012, beats: 4, peak: 0, offset: 1 }, { channel: 'pitch', amount: 0.02, beats: 4, peak: 0 }],
  home: { l: [0.1, 0], r: [-0.1, 0], toeOut: 0.3, drop: 0.02, weight: 0.45, pitch: 0.02, arms: { l: 'down', r: 'down' } },
  hipAction: { roll: 0.04, slide: 0.01 },
  late: 0.1,
  transfer: 0.6,
  stepBeats: 0.95,
  eights: [
    eight('fall', 'Fall and recover', {
      steps: [R(1, -0.4, 0.06), L(3, -0.04, -0.06, { touch: true }), L(5, 0.26, 0.04), R(7, -0.1, 0), L(8, 0.1, 0, { air: 0.7 })],
      body: [B(1, { drop: 0.1, lean: -0.22, headRoll: -0.15 }), B(2, { drop: 0.2, lean: -0.34, pitch: 0.16, headRoll: -0.25 }), B(3, { drop: 0.12, lean: -0.12, twist: 0.2 }), B(4, { drop: 0.02, lean: 0.08, pitch: -0.1, headPitch: -0.18 }), B(5, { drop: 0.08, lean: 0.2, twist: -0.1 }), B(6, { drop: 0.05, lean: 0.26, headRoll: 0.15, headPitch: 0 }), B(7, { drop: 0.04, lean: 0.05, twist: 0, headRoll: 0 })],
      arms: [A(1, 'diagonal', 'sideLow'), A(2, 'overAcross', 'sideLow'), A(3, 'up', 'scoop'), A(4, 'up', 'up'), A(5, 'sideHigh', 'up'), A(6, 'tee', 'overAcross'), A(7, 'sideLow', 'chestWide')],
      cues: [[1, 'Step right and let it fall'], [3, 'Draw in, rise on four'], [5, 'Give the weight to the left'], [7, 'Come back to yourself']],
    }),
    eight('spiral', 'Spiral and reach', {
      steps: [L(1, 0.2, 0.14), turning('r', 3, 0.12, 0.14, 1), L(4, 0.1, 0), R(6, -0.1, 0, { air: 1.5 })],
      body: [B(1, { twist: 0.4, drop: 0.06 }), B(2, { twist: 0.6, drop: 0.1, pitch: 0.1 }), B(1.2, { yaw: 0.3 }), B(3, { yaw: 1, twist: 0.2, drop: 0.05 }), B(4, { yaw: 2.1, drop: 0.02, pitch: -0.05 }), B(5, { yaw: 4.4, twist: 0 }), B(6, { yaw: 6.2832, drop: 0.1, pitch: 0.2 }), B(7, { drop: 0.03, pitch: 0, headPitch: -0.1 }), B(8, { yaw: 6.2832, headPitch: 0 })],
      arms: [A(1, 'back', 'across'), A(2, 'backWing', 'acrossHigh'), A(3, 'teeSoft', 'frontHigh'), A(4, 'crown', 'up'), A(5, 'sideHigh', 'crown'), A(6, 'scoop', 'scoop'), A(7, 'frontHigh', 'sideLow')],
      cues: [[1, 'Spiral left from the ribs'], [3, 'Let the arm take you round'], [6, 'Empty on six'], [7, 'Reach and release']],
    }),
    eight('contract', 'Contract, open, suspend', {
      steps: [R(2, -0.3, 0.0), L(5, 0.16, 0.36), R(7, -0.1, 0), L(8, 0.1, 0, { air: 0.8 })],
      body: [B(1, { pitch: 0.35, hipPitch: -0.2, drop: 0.12, headPitch: 0.3 }), B(2, { pitch: 0.3, drop: 0.16 }), B(3, { pitch: -0.16, hipPitch: 0.1, drop: 0.06, headPitch: -0.25 }), B(4, { pitch: -0.2, drop: 0.0, headPitch: -0.3 }), B(5, { pitch: 0.05, drop: 0.16, headPitch: 0 }), B(6, { drop: 0.2, twist: -0.3, lean: 0.1 }), B(7, { drop: 0.05, twist: 0, lean: 0, hipPitch: 0 })],
      arms: [A(1, 'chest', 'chest'), A(2, 'knees', 'knees'), A(3, 'backWing', 'backWing'), A(4, 'sideHigh', 'sideHigh'), A(5, 'tee', 'tee'), A(6, 'frontHigh', 'backWing'), A(7, 'sideLow', 'sideLow')],
      cues: [[1, 'Contract, hollow on one'], [3, 'Open the chest, suspend four'], [5, 'Lunge left'], [7, 'And close']],
    }),
    eight('swing', 'Swing the weight', {
      steps: [R(1, -0.34, 0), L(2, 0.16, 0), R(4, -0.1, 0), L(5, 0.4, 0), R(6, -0.16, 0), L(8, 0.1, 0)],
      body: [B(1, { lean: -0.16, drop: 0.1 }), B(2, { lean: 0.05, drop: 0.16, pitch: 0.18 }), B(3, { lean: 0.16, drop: 0.03, headRoll: 0.1 }), B(4, { lean: 0, drop: 0.04, pitch: 0 }), B(5, { lean: 0.16, drop: 0.1 }), B(6, { lean: -0.05, drop: 0.16, pitch: 0.18 }), B(7, { lean: -0.16, drop: 0.03, headRoll: -0.1 }), B(8, { lean: 0, drop: 0.03, pitch: 0.02, headRoll: 0 })],
      arms: [A(1, 'sideLow', 'tee'), A(2, 'scoop', 'frontLow'), A(3, 'sideHigh', 'crown'), A(4, 'down', 'sideLow'), A(5, 'tee', 'sideLow'), A(6, 'frontLow', 'scoop'), A(7, 'crown', 'sideHigh'), A(8, 'sideLow', 'down')],
      cues: [[1, 'Swing right, drop through two'], [3, 'Suspend on three'], [5, 'Swing left, through six'], [7, 'Suspend, and settle']],
    }),
    eight('breath', 'Breathe', {
      steps: [],
      body: [B(2, { pitch: -0.06, drop: -0.005, headPitch: -0.08 }), B(4, { pitch: 0.08, drop: 0.05, headPitch: 0.08 }), B(6, { pitch: -0.05, drop: 0, headPitch: -0.06 }), B(7.6, { pitch: 0.02, headPitch: 0 })],
      arms: [A(2, 'sideLow', 'sideLow'), A(4, 'scoop', 'scoop'), A(6, 'teeSoft', 'teeSoft')],
      cues: [[1, 'In for four'], [5, 'Out for four']],
    }),
  ],
};
