import { A, B, eight, L, pivot, R, turning } from '../build.ts';
import type { StyleMovement } from '../types.ts';

/** Long lines on a high heel: walks that cross, hips that draw, arms that stop dead. */
export const heels: StyleMovement = {
  slug: 'heels',
  feel: { kind: 'hit', beats: 0.7, anticipation: 0.05, overshoot: 0.05 },
  waves: [
    { channel: 'drop', amount: 0.007, beats: 2, peak: 0, offset: 1 },
    { channel: 'hipRoll', amount: 0.05, beats: 4, peak: 1 },
    { channel: 'lean', amount: 0.02, beats: 4, peak: 3 },
  ],
  home: { l: [0.09, 0.02], r: [-0.09, 0], toeOut: 0.2, drop: 0.015, weight: 0.35, pitch: -0.02, arms: { l: 'hip', r: 'relaxed' } },
  hipAction: { roll: 0.16, slide: 0.04 },
  late: 0.04,
  transfer: 0.62,
  stepBeats: 0.62,
  eights: [
    eight('walk', 'Walk it, stop it', {
      steps: [R(1, -0.02, 0.26), L(2, 0.03, 0.44), R(3, -0.24, 0.3, { touch: true }), R(5, -0.05, 0.14), L(6, 0.1, -0.02), R(7, -0.28, 0.05, { touch: true }), R(8.3, -0.09, 0), L(8.45, 0.09, 0.02, { air: 0.4 })],
      body: [B(1, { twist: 0.16, headYaw: -0.05 }), B(2, { twist: -0.16 }), B(3, { lean: 0.12, hipTwist: 0.15, drop: 0.05, headYaw: -0.3 }), B(4, { headYaw: 0.1 }), B(5, { lean: 0, twist: 0.1, hipTwist: 0 }), B(6, { twist: 0 }), B(7, { lean: 0.14, drop: 0.06, headPitch: -0.14, headYaw: 0.25 }), B(8.3, { lean: 0, headYaw: 0, headPitch: 0, drop: 0.015 })],
      arms: [A(1, 'back', 'sideLow'), A(2, 'sideLow', 'back'), A(3, 'hip', 'hip'), A(5, 'sideLow', 'sideLow'), A(6, 'chestWide', 'waistRoll'), A(7, 'head', 'diagonalLow'), A(8.4, 'hip', 'relaxed')],
      cues: [[1, 'Walk right, left'], [3, 'Stop it, hand to hip'], [5, 'Back it up'], [7, 'Hair on seven']],
    }),
    eight('body-roll', 'Draw the line', {
      steps: [R(1, -0.3, 0.02), L(5, 0.3, 0.04), R(7.2, -0.09, 0), L(8, 0.09, 0.02)],
      body: [B(1, { lean: 0.05, drop: 0.04 }), B(1.7, { pitch: -0.2, headPitch: -0.2, drop: 0.04 }), B(2.5, { pitch: -0.04, hipPitch: 0.2, drop: 0.1 }), B(3.3, { pitch: 0.2, hipPitch: -0.16, drop: 0.14, headPitch: 0.15 }), B(4, { pitch: -0.02, hipPitch: 0, drop: 0.03, headPitch: 0 }), B(5, { lean: -0.1, drop: 0.08, hipTwist: -0.2, headYaw: 0.3 }), B(6, { lean: 0.12, drop: 0.1, hipTwist: 0.2 }), B(7, { lean: 0, drop: 0.0, hipTwist: 0, headYaw: 0, pitch: -0.08 }), B(8, { drop: 0.015, pitch: -0.02 })],
      arms: [A(1, 'sideLow', 'sideLow'), A(2, 'frame', 'head'), A(3.3, 'chest', 'waistRoll'), A(4, 'hip', 'sideLow'), A(5, 'crown', 'sideLow'), A(6, 'teeSoft', 'hip'), A(7, 'up', 'crown'), A(8, 'hip', 'relaxed')],
      cues: [[1, 'Roll from the chest, take three counts'], [4, 'Find the hip'], [5, 'Sway, sway'], [7, 'Line up on seven']],
    }),
    eight('kick-turn', 'Fan and turn', {
      steps: [R(1, -0.14, 0.5, { y: 0.5, pitch: 0.3 }), R(2, -0.24, 0.06), turning('l', 3, -0.12, 0.12, -0.9), R(4, -0.1, 0.02), L(5, 0.1, 0.02, { air: 0.94 }), R(6, -0.3, 0.06, { touch: true }), R(8, -0.09, 0), L(8.45, 0.09, 0.02, { air: 0.4 })],
      body: [B(1, { pitch: -0.1, drop: 0, twist: 0.1 }), B(2, { twist: -0.2, drop: 0.06, pitch: 0 }), B(3, { yaw: -0.9, drop: 0.02, twist: 0 }), B(4, { yaw: -2 }), B(5, { yaw: -6.2832, drop: 0.05 }), B(6, { lean: 0.14, drop: 0.09, headYaw: -0.3, headPitch: -0.08 }), B(7, { headYaw: 0.2 }), B(8, { lean: 0, drop: 0.015, headYaw: 0, headPitch: 0, yaw: -6.2832 })],
      arms: [A(1, 'tee', 'teeSoft'), A(2, 'teeSoft', 'across'), A(3, 'chest', 'chest'), A(5, 'sideHigh', 'sideHigh'), A(6, 'hip', 'sideHigh'), A(7, 'hip', 'head'), A(8, 'hip', 'relaxed')],
      cues: [[1, 'Kick front on one'], [3, 'Turn three, four, five'], [6, 'Point, arm high'], [7, 'Hand through the hair']],
    }),
    eight('pose', 'Four poses', {
      feel: { kind: 'hit', beats: 0.42, anticipation: 0.03, overshoot: 0.07 },
      groove: 0.5,
      steps: [R(1, -0.3, 0.04), pivot('l', 3, 0.5), L(5, 0.22, 0.0), pivot('r', 5, -0.5), R(7, -0.16, 0.2, { touch: true }), R(8.3, -0.09, 0), L(8.45, 0.09, 0.02, { air: 0.4 })],
      body: [B(1, { lean: -0.14, drop: 0.08, headYaw: -0.3, hipTwist: -0.1 }), B(3, { lean: 0.16, drop: 0.06, headYaw: 0.35, hipTwist: 0.15, headPitch: -0.1 }), B(5, { lean: 0.05, drop: 0.16, headYaw: 0, hipTwist: 0, headPitch: 0.05 }), B(7, { lean: -0.1, drop: 0.02, headPitch: -0.22, twist: 0.2 }), B(8.3, { lean: 0, headPitch: 0, twist: 0, drop: 0.015 })],
      arms: [A(1, 'diagonalLow', 'up'), A(3, 'frame', 'hip'), A(5, 'knees', 'sideHigh'), A(7, 'crown', 'crown'), A(8.35, 'hip', 'relaxed')],
      cues: [[1, 'Pose one, arm long'], [3, 'Frame the face'], [5, 'Low on five'], [7, 'Crown on seven']],
    }),
    eight('sway', 'Hip, hip, hold', {
      steps: [R(1, -0.26, 0.0), L(5, 0.24, 0.02), R(8, -0.09, 0)],
      body: [B(1, { weight: 0.1, drop: 0.05, lean: 0.06 }), B(2, { weight: -0.35, lean: -0.06 }), B(3, { weight: 0.2, drop: 0.08, headYaw: -0.2 }), B(4, { weight: 0.2 }), B(5, { weight: -0.1, headYaw: 0.15 }), B(6, { weight: 0.4, lean: 0.06 }), B(7, { weight: -0.1, lean: -0.06, drop: 0.08 }), B(8, { weight: 0, lean: 0, headYaw: 0, drop: 0.02 })],
      arms: [A(1, 'hip', 'hip'), A(3, 'hip', 'sideHigh'), A(4, 'hip', 'waistRoll'), A(5, 'sideLow', 'hip'), A(7, 'crown', 'hip'), A(8.2, 'hip', 'relaxed')],
      cues: [[1, 'Hip right, left'], [3, 'Hold and breathe'], [5, 'Left, right'], [7, 'Arm over, hold']],
    }),
    eight('listen', 'Stand tall', {
      groove: 0.6,
      steps: [],
      body: [B(2, { weight: 0.25, headYaw: 0.1 }), B(4, { headYaw: -0.12 }), B(6, { weight: -0.1, headPitch: 0.08 }), B(7.6, { weight: 0, headYaw: 0, headPitch: 0 })],
      arms: [A(2, 'hip', 'scoop'), A(4, 'hip', 'hip'), A(6, 'scoop', 'hip'), A(8, 'hip', 'relaxed')],
      cues: [[1, 'Ribs over hips, weight in the ball'], [5, 'Eyes up, then we go']],
    }),
  ],
};
