import { A, B, eight, L, pivot, R, turning } from '../build.ts';
import type { StyleMovement } from '../types.ts';

/** The jack: chest and pelvis roll through every beat while light feet skate under them. */
export const house: StyleMovement = {
  slug: 'house',
  feel: { kind: 'hit', beats: 0.8, anticipation: 0.02, overshoot: 0.05 },
  waves: [
    { channel: 'drop', amount: 0.018, beats: 1, peak: 0.5, offset: 0.7 },
    { channel: 'pitch', amount: 0.075, beats: 1, peak: 0.1 },
    { channel: 'hipPitch', amount: 0.09, beats: 1, peak: 0.55 },
    { channel: 'headPitch', amount: 0.05, beats: 1, peak: 0.3 },
    { channel: 'twist', amount: 0.07, beats: 4, peak: 0.5 },
  ],
  home: { l: [0.12, 0], r: [-0.12, 0], toeOut: 0.25, drop: 0.05, weight: 0.42, pitch: 0.08, arms: { l: 'ready', r: 'ready' } },
  hipAction: { roll: 0.05, slide: 0.012 },
  late: 0.03,
  transfer: 0.72,
  stepBeats: 0.55,
  eights: [
    eight('jack', 'The jack', {
      steps: [R(1, -0.22, 0), L(5, 0.22, 0.02), R(7, -0.12, 0)],
      body: [B(1, { drop: 0.08, twist: -0.12 }), B(3, { drop: 0.06, twist: 0.12 }), B(5, { drop: 0.09, twist: -0.1 }), B(7, { drop: 0.06, twist: 0 })],
      arms: [A(1, 'ready', 'pull'), A(2, 'fistsLow', 'ready'), A(3, 'pull', 'ready'), A(4, 'ready', 'fistsLow'), A(5, 'sideLow', 'ready'), A(6, 'ready', 'ready'), A(7, 'ready', 'sideLow'), A(8, 'ready', 'ready')],
      cues: [[1, 'Let the jack ring through the chest'], [5, 'Open the feet, keep it rolling'], [7, 'And bring it home']],
    }),
    eight('shuffle', 'Shuffle across', {
      steps: [
        R(1, -0.3, 0.02), L(1.5, -0.06, -0.06), R(2, -0.38, 0), L(3, 0.08, 0.02), R(3.5, -0.16, -0.06), L(4, 0.3, 0.02),
        R(5, -0.22, 0.02), L(5.5, 0.02, -0.06), R(6, -0.32, 0), L(7, 0.2, 0.02), R(7.5, -0.1, -0.02), L(8, 0.12, 0),
      ],
      body: [B(1, { lean: -0.06, twist: -0.2, drop: 0.07 }), B(2, { lean: -0.1, drop: 0.09 }), B(3, { lean: 0.05, twist: 0.2 }), B(4, { lean: 0.1, drop: 0.09 }), B(6, { lean: -0.08, twist: -0.15 }), B(8, { lean: 0, twist: 0, drop: 0.05 })],
      arms: [A(1, 'across', 'sideLow'), A(2, 'ready', 'diagonalLow'), A(3, 'sideLow', 'across'), A(4, 'diagonalLow', 'ready'), A(6, 'ready', 'teeSoft'), A(8, 'ready', 'ready')],
      cues: [[1, 'Shuffle right, one-and-two'], [3, 'Left, three-and-four'], [5, 'Right, five-and-six'], [7, 'Left, seven-and-eight']],
    }),
    eight('loose-legs', 'Loose legs', {
      steps: [
        R(1, -0.08, 0.2, { y: 0.14, pitch: 0.5 }), R(2, -0.26, 0.02), pivot('r', 3, 0.5), L(3, 0.05, 0.2, { y: 0.14, pitch: 0.5 }), L(4, 0.24, 0.02),
        R(5, 0.0, -0.16, { turn: -0.5 }), L(6, 0.28, 0.02), R(7, -0.26, 0.02), L(8, 0.12, 0),
      ],
      body: [B(1, { twist: 0.3, drop: 0.02 }), B(2, { twist: -0.1, drop: 0.09 }), B(3, { twist: -0.3, drop: 0.02 }), B(4, { twist: 0.1, drop: 0.09 }), B(5, { twist: -0.3, hipTwist: 0.2, drop: 0.1 }), B(6, { twist: 0.2, hipTwist: 0 }), B(7, { lean: -0.1, drop: 0.1, headYaw: 0.2 }), B(8, { lean: 0, twist: 0, headYaw: 0, drop: 0.05 })],
      arms: [A(1, 'frontLow', 'backWing'), A(2, 'ready', 'ready'), A(3, 'backWing', 'frontLow'), A(4, 'ready', 'ready'), A(5, 'diagonalLow', 'across'), A(6, 'teeSoft', 'ready'), A(7, 'upBent', 'diagonalLow'), A(8, 'ready', 'ready')],
      cues: [[1, 'Flick the right, step two'], [3, 'Flick the left, step four'], [5, 'Cross behind on five'], [7, 'One arm up on seven']],
    }),
    eight('skate', 'Skate and lift', {
      steps: [R(1, -0.3, -0.04), L(2, -0.08, -0.1, { touch: true, lift: 0.02 }), L(3, 0.24, -0.04), R(4, 0.02, -0.1, { touch: true, lift: 0.02 }), R(5, -0.26, 0.1), L(6, 0.0, 0.24, { y: 0.32, pitch: 0.6 }), L(7, 0.24, 0), R(8, -0.12, 0)],
      body: [B(1, { drop: 0.13, lean: -0.14, twist: 0.25 }), B(2, { drop: 0.1 }), B(3, { drop: 0.13, lean: 0.14, twist: -0.25 }), B(4, { drop: 0.1 }), B(5, { drop: 0.08, lean: 0, twist: 0.1 }), B(6, { drop: -0.01, pitch: -0.05, twist: -0.2 }), B(7, { drop: 0.12, pitch: 0.1, twist: 0 }), B(8, { drop: 0.05 })],
      arms: [A(1, 'diagonal', 'diagonalLow'), A(2, 'teeSoft', 'back'), A(3, 'diagonalLow', 'diagonal'), A(4, 'back', 'teeSoft'), A(5, 'ready', 'ready'), A(6, 'teeSoft', 'overAcross'), A(7, 'fistsLow', 'fistsLow'), A(8, 'ready', 'ready')],
      cues: [[1, 'Skate right, hold two'], [3, 'Skate left, hold four'], [6, 'Knee up on six'], [7, 'Land low on seven']],
    }),
    eight('round', 'Round the floor', {
      steps: [R(1, -0.18, 0.1), turning('l', 2, -0.08, 0.14, -1.2), R(3, -0.12, 0.02), L(4, 0.12, 0, { air: 0.94 }), R(5, -0.2, 0), L(6, 0.26, 0.02), R(7, -0.26, 0.02), L(8, 0.12, 0)],
      body: [B(1, { yaw: -0.5, lean: -0.05 }), B(2, { yaw: -1.2, drop: 0.06 }), B(3, { yaw: -2.2 }), B(4, { yaw: -6.2832 }), B(5, { yaw: -6.2832, drop: 0.1 }), B(6, { lean: 0.1, drop: 0.08 }), B(7, { lean: -0.1, drop: 0.1 }), B(8, { lean: 0, drop: 0.05, yaw: -6.2832 })],
      arms: [A(1, 'teeSoft', 'teeSoft'), A(3, 'sideLow', 'sideLow'), A(5, 'upBent', 'upBent'), A(6, 'sideHigh', 'chest'), A(7, 'chest', 'sideHigh'), A(8, 'ready', 'ready')],
      cues: [[1, 'Walk it round, four steps'], [5, 'Face me, hands up'], [6, 'Left, right, home']],
    }),
    eight('listen', 'Listen for the hat', {
      groove: 0.45,
      steps: [L(5, 0.2, 0.02)],
      body: [B(2, { headYaw: 0.15 }), B(4, { headYaw: -0.1, lean: -0.03 }), B(6, { lean: 0.04, headPitch: 0.08 }), B(8, { lean: 0, headPitch: 0, headYaw: 0 })],
      arms: [A(2, 'ear', 'ready'), A(4, 'flick', 'ready'), A(6, 'ready', 'scoop'), A(8, 'ready', 'ready')],
      cues: [[1, 'Hear the open hat, that is your and'], [5, 'Feet stay under you']],
    }),
  ],
};
