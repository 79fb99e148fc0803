import { A, B, eight, L, R, turning } from '../build.ts';
import type { StyleMovement } from '../types.ts';

/** Salsa on one: three quick steps and a breath, hips settling over straight legs, the frame quiet above them. */
export const latin: StyleMovement = {
  slug: 'latin',
  feel: { kind: 'hit', beats: 0.95, anticipation: 0.03, overshoot: 0.06 },
  waves: [
    { channel: 'drop', amount: 0.006, beats: 1, peak: 0, offset: 1 },
    { channel: 'twist', amount: 0.05, beats: 2, peak: 0.7 },
    { channel: 'lean', amount: 0.02, beats: 2, peak: 1 },
  ],
  home: { l: [0.1, 0], r: [-0.1, 0], toeOut: 0.28, drop: 0.03, weight: 0.42, pitch: 0.03, arms: { l: 'ready', r: 'ready' } },
  hipAction: { roll: 0.2, slide: 0.035 },
  late: 0.02,
  transfer: 0.95,
  stepBeats: 0.7,
  eights: [
    eight('basic', 'Basic on one', {
      steps: [R(1, -0.09, -0.26), L(2, 0.1, 0.01, { lift: 0.02 }), R(3, -0.1, 0), L(5, 0.09, 0.28), R(6, -0.1, 0.01, { lift: 0.02 }), L(7, 0.1, 0)],
      body: [B(1, { twist: -0.12, pitch: 0.06 }), B(3, { twist: 0.05, pitch: 0.02 }), B(4, { twist: 0 }), B(5, { twist: 0.14, pitch: -0.02 }), B(7, { twist: -0.05 }), B(8, { twist: 0 })],
      arms: [A(1, 'chestWide', 'scoop'), A(2, 'scoop', 'chestWide'), A(3, 'chestWide', 'scoop'), A(4, 'scoop', 'scoop'), A(5, 'scoop', 'chestWide'), A(6, 'chestWide', 'scoop'), A(7, 'scoop', 'chestWide'), A(8, 'ready', 'ready')],
      cues: [[1, 'Back, recover, together'], [4, 'Breathe on four'], [5, 'Forward, recover, together'], [8, 'Breathe on eight']],
    }),
    eight('side', 'Side basic, long arms', {
      steps: [R(1, -0.3, 0), L(2, 0.1, 0.01, { lift: 0.02 }), R(3, -0.1, 0), L(5, 0.3, 0), R(6, -0.1, 0.01, { lift: 0.02 }), L(7, 0.1, 0)],
      body: [B(1, { lean: 0.1, headYaw: -0.25 }), B(2, { lean: 0 }), B(3, { headYaw: 0 }), B(5, { lean: -0.1, headYaw: 0.25 }), B(6, { lean: 0 }), B(7, { headYaw: 0 })],
      arms: [A(1, 'diagonal', 'teeSoft'), A(2, 'chestWide', 'chestWide'), A(3, 'ready', 'ready'), A(4, 'waistRoll', 'waistRoll'), A(5, 'teeSoft', 'diagonal'), A(6, 'chestWide', 'chestWide'), A(7, 'ready', 'ready'), A(8, 'ready', 'ready')],
      cues: [[1, 'Side right, arms long'], [3, 'Together on three'], [5, 'Side left, arms long'], [7, 'Together on seven']],
    }),
    eight('right-turn', 'Right turn', {
      steps: [turning('l', 1, -0.04, 0.1, -0.9), R(2, -0.1, 0.02, { lift: 0.03 }), L(3, 0.1, 0, { air: 0.94 }), R(5, -0.1, -0.24), L(6, 0.1, 0.01, { lift: 0.02 }), R(7, -0.1, 0)],
      body: [B(1, { yaw: -0.9, twist: -0.1 }), B(2, { yaw: -1.9 }), B(3, { yaw: -6.2832 }), B(5, { twist: -0.1, lean: 0.04 }), B(7, { twist: 0, lean: 0, yaw: -6.2832 })],
      arms: [A(1, 'chest', 'crown'), A(2, 'chest', 'crown'), A(3, 'chestWide', 'overAcross'), A(4, 'scoop', 'diagonal'), A(5, 'scoop', 'chestWide'), A(7, 'ready', 'scoop'), A(8, 'ready', 'ready')],
      cues: [[1, 'Left across, turn two, land three'], [4, 'Present the arm'], [5, 'Back, recover, together']],
    }),
    eight('cumbia', 'Back breaks', {
      steps: [R(1, 0.12, -0.2, { turn: -0.5 }), L(2, 0.1, 0.01, { lift: 0.02 }), R(3, -0.24, 0), L(5, -0.12, -0.2, { turn: 0.5 }), R(6, -0.2, 0.01, { lift: 0.02 }), L(7, 0.1, 0), R(8, -0.1, 0)],
      body: [B(1, { twist: -0.4, hipTwist: -0.2, headYaw: 0.1 }), B(2, { twist: -0.1, hipTwist: 0 }), B(3, { twist: 0.1 }), B(5, { twist: 0.4, hipTwist: 0.2, headYaw: -0.1 }), B(6, { twist: 0.1, hipTwist: 0 }), B(7, { twist: -0.1 }), B(8, { twist: 0, headYaw: 0 })],
      arms: [A(1, 'frontLow', 'backWing'), A(3, 'scoop', 'scoop'), A(5, 'backWing', 'frontLow'), A(7, 'scoop', 'scoop'), A(8, 'ready', 'ready')],
      cues: [[1, 'Right behind, open the body'], [3, 'Side on three'], [5, 'Left behind'], [7, 'Side, and home']],
    }),
    eight('shine', 'Shine: cross, point, pose', {
      steps: [R(1, 0.06, 0.16), L(2, 0.26, 0), R(3, -0.26, 0.06, { touch: true }), R(4, -0.1, 0), L(5, -0.06, 0.16), R(6, -0.26, 0), L(7, 0.34, 0.04, { touch: true }), L(8, 0.1, 0), R(8.45, -0.1, 0, { air: 0.4 })],
      body: [B(1, { twist: 0.25 }), B(2, { twist: -0.05 }), B(3, { lean: 0.12, headYaw: -0.3 }), B(4, { lean: 0, headYaw: 0 }), B(5, { twist: -0.25 }), B(6, { twist: 0.05 }), B(7, { lean: -0.14, drop: 0.06, headYaw: 0.3, headPitch: -0.1 }), B(8.2, { lean: 0, headYaw: 0, headPitch: 0, twist: 0 })],
      arms: [A(1, 'across', 'sideLow'), A(2, 'chestWide', 'chestWide'), A(3, 'hip', 'diagonal'), A(4, 'waistRoll', 'waistRoll'), A(5, 'sideLow', 'across'), A(6, 'chestWide', 'chestWide'), A(7, 'sideHigh', 'head'), A(8.3, 'ready', 'ready')],
      cues: [[1, 'Cross right over'], [3, 'Point right'], [5, 'Cross left over'], [7, 'Point and pose']],
    }),
    eight('listen', 'Hear the clave', {
      groove: 0.5,
      steps: [],
      body: [B(2, { weight: 0.22 }), B(4, { weight: -0.22, headYaw: 0.12 }), B(6, { weight: 0.2, headYaw: -0.08 }), B(7.6, { weight: 0, headYaw: 0 })],
      arms: [A(2, 'chestWide', 'hip'), A(4, 'scoop', 'hip'), A(6, 'hip', 'scoop'), A(8, 'ready', 'ready')],
      cues: [[1, 'Hear the clave, settle the hips'], [5, 'Weight left, weight right']],
    }),
  ],
};
