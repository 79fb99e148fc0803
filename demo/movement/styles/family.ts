import { A, B, eight, L, R } from '../build.ts';
import type { StyleMovement } from '../types.ts';

/** Moves that a six-year-old owns after two goes: jumps of the heart, animals, big shapes. */
export const family: StyleMovement = {
  slug: 'family',
  feel: { kind: 'hit', beats: 0.7, anticipation: 0.07, overshoot: 0.13 },
  waves: [
    { channel: 'drop', amount: 0.025, beats: 1, peak: 0, offset: 0.6 },
    { channel: 'lean', amount: 0.05, beats: 2, peak: 0 },
    { channel: 'headRoll', amount: 0.04, beats: 2, peak: 0.2 },
    { channel: 'shiftX', amount: 0.015, beats: 2, peak: 1 },
  ],
  home: { l: [0.15, 0], r: [-0.15, 0], toeOut: 0.3, drop: 0.05, weight: 0.45, pitch: 0.05, arms: { l: 'ready', r: 'ready' } },
  hipAction: { roll: 0.07, slide: 0.015 },
  late: 0.02,
  transfer: 0.62,
  stepBeats: 0.55,
  eights: [
    eight('star', 'Small seed, big star', {
      steps: [R(3, -0.28, 0), L(3.8, 0.28, 0), R(7, -0.15, 0), L(8, 0.15, 0)],
      body: [B(1, { drop: 0.16, pitch: 0.3, headPitch: 0.2 }), B(2, { drop: 0.2, pitch: 0.34 }), B(3, { drop: 0.1, pitch: 0 }), B(3.7, { drop: -0.01, pitch: -0.08, headPitch: -0.14 }), B(5, { lean: 0.12, drop: 0.05 }), B(6, { lean: -0.12, headPitch: 0 }), B(7, { lean: 0, drop: 0.1 }), B(8, { drop: 0.05, pitch: 0.05 })],
      arms: [A(1, 'knees', 'knees'), A(2, 'chest', 'chest'), A(3.7, 'sideHigh', 'sideHigh'), A(5, 'tee', 'sideHigh'), A(6, 'sideHigh', 'tee'), A(7, 'scoop', 'scoop'), A(8, 'ready', 'ready')],
      cues: [[1, 'Small as a seed'], [3, 'Grow into a star'], [5, 'Shine left, shine right'], [7, 'Float home']],
    }),
    eight('penguin', 'Penguin walk', {
      steps: [R(1, -0.22, 0.06, { turn: -0.6 }), L(2, 0.22, 0.06, { turn: 0.6 }), R(3, -0.22, 0.12, { turn: -0.6 }), L(4, 0.22, 0.12, { turn: 0.6 }), R(5, -0.22, 0.06, { turn: -0.6 }), L(6, 0.22, 0.06, { turn: 0.6 }), R(7, -0.15, 0), L(8, 0.15, 0)],
      body: [B(1, { lean: -0.16 }), B(2, { lean: 0.16 }), B(3, { lean: -0.16 }), B(4, { lean: 0.16 }), B(5, { lean: -0.14, drop: 0.12 }), B(6, { lean: 0.14 }), B(7, { lean: 0, drop: 0.02 }), B(8, { drop: 0.05 })],
      arms: [A(1, 'diagonalLow', 'diagonalLow'), A(5, 'sideLow', 'sideLow'), A(6, 'diagonalLow', 'diagonalLow'), A(7, 'teeSoft', 'teeSoft'), A(8, 'ready', 'ready')],
      cues: [[1, 'Penguin feet, four steps out'], [5, 'Four steps back'], [7, 'Flap on seven']],
    }),
    eight('clap-stomp', 'Stomp, stomp, clap', {
      steps: [R(1, -0.18, 0.02, { lift: 0.15 }), L(2, 0.18, 0.02, { lift: 0.15 }), R(5, -0.3, 0), L(6, 0.0, 0, { touch: true }), L(7, 0.2, 0), R(8, -0.15, 0), L(8.45, 0.15, 0, { air: 0.35 })],
      body: [B(1, { lean: -0.08, drop: 0.1 }), B(2, { lean: 0.08, drop: 0.1 }), B(3, { lean: 0, drop: 0.03 }), B(4, { drop: 0.06 }), B(5, { lean: -0.1 }), B(6, { lean: -0.05, drop: 0.02 }), B(7, { lean: 0.1, drop: 0.08 }), B(8, { lean: 0, drop: 0.04 })],
      arms: [A(1, 'fistsLow', 'fistsLow'), A(2.5, 'teeSoft', 'teeSoft'), A(3, 'front', 'front'), A(3.5, 'teeSoft', 'teeSoft'), A(4, 'front', 'front'), A(5, 'sideLow', 'sideLow'), A(6, 'up', 'up'), A(7, 'sideLow', 'sideLow'), A(8, 'ready', 'ready')],
      cues: [[1, 'Stomp, stomp'], [3, 'Clap, clap'], [5, 'Slide and reach'], [7, 'Slide and home']],
    }),
    eight('robot', 'Robot arms', {
      feel: { kind: 'hit', beats: 0.35, anticipation: 0, overshoot: 0.05 },
      groove: 0.4,
      steps: [R(3, -0.24, 0.02), L(5, 0.24, 0.02), R(7, -0.15, 0), L(8, 0.15, 0)],
      body: [B(1, { twist: 0.3 }), B(2, { twist: -0.3 }), B(3, { twist: 0, lean: -0.12, headRoll: -0.15 }), B(4, { headRoll: 0.15 }), B(5, { lean: 0.12 }), B(6, { lean: 0, headRoll: 0, headYaw: 0.4 }), B(7, { headYaw: -0.4, drop: 0.1 }), B(8, { headYaw: 0, drop: 0.05 })],
      arms: [A(1, 'upBent', 'fistsLow'), A(2, 'fistsLow', 'upBent'), A(3, 'upBent', 'fistsLow'), A(4, 'upBent', 'upBent'), A(5, 'fistsLow', 'upBent'), A(6, 'front', 'front'), A(7, 'fistsLow', 'fistsLow'), A(8, 'ready', 'ready')],
      cues: [[1, 'Arm up, arm down, like a robot'], [3, 'Tip over, tip back'], [6, 'Beep left, beep right']],
    }),
    eight('wave', 'Wave to everybody', {
      steps: [R(1, -0.24, 0), L(3, 0.24, 0), R(7, -0.15, 0), L(8, 0.15, 0)],
      body: [B(1, { lean: -0.1 }), B(2, { lean: 0.04 }), B(3, { lean: 0.1 }), B(4, { lean: -0.04 }), B(5, { lean: 0, drop: 0.1 }), B(6, { drop: 0.02 }), B(8, { drop: 0.05 })],
      arms: [A(1, 'hip', 'sideHigh'), A(1.5, 'hip', 'upBent'), A(2, 'hip', 'sideHigh'), A(3, 'sideHigh', 'hip'), A(3.5, 'upBent', 'hip'), A(4, 'sideHigh', 'hip'), A(5, 'upBent', 'upBent'), A(6, 'up', 'up'), A(7, 'teeSoft', 'teeSoft'), A(8, 'ready', 'ready')],
      cues: [[1, 'Wave right'], [3, 'Wave left'], [5, 'Both hands to the roof'], [7, 'And home']],
    }),
  ],
};
