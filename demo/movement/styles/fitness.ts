import { A, B, eight, L, R } from '../build.ts';
import type { StyleMovement } from '../types.ts';

/** Dance workout: big, clear, even; something to do on every beat. */
export const fitness: StyleMovement = {
  slug: 'fitness',
  feel: { kind: 'hit', beats: 0.75, anticipation: 0.03, overshoot: 0.07 },
  waves: [
    { channel: 'drop', amount: 0.02, beats: 1, peak: 0, offset: 0.5 },
    { channel: 'twist', amount: 0.05, beats: 2, peak: 0 },
    { channel: 'headPitch', amount: 0.03, beats: 1, peak: 0.1 },
  ],
  home: { l: [0.15, 0], r: [-0.15, 0], toeOut: 0.22, drop: 0.05, weight: 0.42, pitch: 0.06, arms: { l: 'guard', r: 'guard' } },
  hipAction: { roll: 0.05, slide: 0.01 },
  late: 0,
  transfer: 0.72,
  stepBeats: 0.6,
  eights: [
    eight('step-touch', 'Step touch, row', {
      steps: [R(1, -0.4, 0), L(2, -0.14, 0, { touch: true }), L(3, 0.18, 0), R(4, -0.08, 0, { touch: true }), R(5, -0.4, 0), L(6, -0.14, 0, { touch: true }), L(7, 0.15, 0), R(8, -0.15, 0)],
      body: [B(1, { lean: -0.08 }), B(2, { lean: 0.04, drop: 0.02 }), B(3, { lean: 0.08, drop: 0.06 }), B(4, { lean: -0.04, drop: 0.02 }), B(5, { lean: -0.08, drop: 0.06 }), B(6, { lean: 0.04, drop: 0.02 }), B(8, { lean: 0, drop: 0.05 })],
      arms: [A(1, 'front', 'front'), A(2, 'pull', 'pull'), A(3, 'front', 'front'), A(4, 'pull', 'pull'), A(5, 'front', 'front'), A(6, 'pull', 'pull'), A(7, 'front', 'front'), A(8, 'guard', 'guard')],
      cues: [[1, 'Step right, touch'], [3, 'Step left, touch'], [5, 'Once more, row it'], [7, 'And home']],
    }),
    eight('knees', 'Knees before coffee', {
      steps: [R(1, -0.12, 0.22, { y: 0.42, pitch: 0.7 }), R(2, -0.2, 0), L(3, 0.12, 0.22, { y: 0.42, pitch: 0.7 }), L(4, 0.2, 0), R(5, -0.12, 0.22, { y: 0.42, pitch: 0.7 }), R(6, -0.2, 0), L(7, 0.12, 0.22, { y: 0.42, pitch: 0.7 }), L(8, 0.15, 0), R(8.4, -0.15, 0, { air: 0.35 })],
      body: [B(1, { pitch: 0.16, twist: 0.15, drop: 0 }), B(2, { pitch: 0.02, drop: 0.07, twist: 0 }), B(3, { pitch: 0.16, twist: -0.15, drop: 0 }), B(4, { pitch: 0.02, drop: 0.07, twist: 0 }), B(5, { pitch: 0.16, twist: 0.15, drop: 0 }), B(6, { pitch: 0.02, drop: 0.07, twist: 0 }), B(7, { pitch: 0.16, twist: -0.15, drop: 0 }), B(8, { pitch: 0.06, drop: 0.05, twist: 0 })],
      arms: [A(1, 'pull', 'pull'), A(2, 'up', 'up'), A(3, 'pull', 'pull'), A(4, 'up', 'up'), A(5, 'pull', 'pull'), A(6, 'up', 'up'), A(7, 'pull', 'pull'), A(8, 'guard', 'guard')],
      cues: [[1, 'Right knee, pull down'], [3, 'Left knee'], [5, 'Right again'], [7, 'Left, and reset']],
    }),
    eight('squat-reach', 'Squat, reach, cross', {
      steps: [R(1, -0.27, 0), L(2, 0.27, 0), R(5, -0.27, 0.04), L(6, 0.27, 0.04), R(7, -0.15, 0), L(8, 0.15, 0)],
      body: [B(1.8, { drop: 0.2, pitch: 0.3 }), B(2.5, { drop: 0.22, pitch: 0.3 }), B(3, { drop: 0, pitch: -0.06, headPitch: -0.1 }), B(4, { drop: 0.22, pitch: 0.3, headPitch: 0 }), B(5, { drop: 0.1, twist: -0.5, pitch: 0.1 }), B(6, { drop: 0.1, twist: 0.5 }), B(7, { drop: 0.06, twist: 0 }), B(8, { drop: 0.05, pitch: 0.06 })],
      arms: [A(1.5, 'fistsLow', 'fistsLow'), A(3, 'sideHigh', 'sideHigh'), A(4, 'fistsLow', 'fistsLow'), A(5, 'punch', 'guard'), A(6, 'guard', 'punch'), A(7, 'guard', 'guard'), A(8, 'guard', 'guard')],
      cues: [[1, 'Out and sit, one-two'], [3, 'Up tall, sit four'], [5, 'Punch left, punch right'], [7, 'Bring it in']],
    }),
    eight('jacks', 'Half jacks', {
      steps: [R(1, -0.44, 0, { touch: true }), R(2, -0.15, 0), L(3, 0.44, 0, { touch: true }), L(4, 0.15, 0), R(5, -0.44, 0, { touch: true }), R(6, -0.15, 0), L(7, 0.44, 0, { touch: true }), L(8, 0.15, 0)],
      body: [B(1, { lean: 0.1, drop: 0.08 }), B(2, { lean: 0, drop: 0.02 }), B(3, { lean: -0.1, drop: 0.08 }), B(4, { lean: 0, drop: 0.02 }), B(5, { lean: 0.1, drop: 0.08 }), B(6, { lean: 0, drop: 0.02 }), B(7, { lean: -0.1, drop: 0.08 }), B(8, { lean: 0, drop: 0.05 })],
      arms: [A(1, 'guard', 'sideHigh'), A(2, 'guard', 'guard'), A(3, 'sideHigh', 'guard'), A(4, 'guard', 'guard'), A(5, 'sideHigh', 'sideHigh'), A(6, 'guard', 'guard'), A(7, 'sideHigh', 'sideHigh'), A(8, 'guard', 'guard')],
      cues: [[1, 'Right out, arm up'], [3, 'Left out, arm up'], [5, 'Both arms now'], [7, 'Last one, strong']],
    }),
    eight('march', 'March and shake out', {
      steps: [R(1, -0.15, 0.02, { lift: 0.13 }), L(2, 0.15, 0.02, { lift: 0.13 }), R(3, -0.15, 0, { lift: 0.13 }), L(4, 0.15, 0, { lift: 0.13 }), R(5, -0.15, 0.02, { lift: 0.13 }), L(6, 0.15, 0.02, { lift: 0.13 }), R(7, -0.15, 0, { lift: 0.13 }), L(8, 0.15, 0, { lift: 0.13 })],
      body: [B(1, { twist: 0.14 }), B(2, { twist: -0.14 }), B(3, { twist: 0.14 }), B(4, { twist: -0.14 }), B(5, { twist: 0.14 }), B(6, { twist: -0.14 }), B(7, { twist: 0.1 }), B(8, { twist: 0 })],
      arms: [A(1, 'frontLow', 'back'), A(2, 'back', 'frontLow'), A(3, 'frontLow', 'back'), A(4, 'back', 'frontLow'), A(5, 'teeSoft', 'teeSoft'), A(6, 'ready', 'ready'), A(7, 'sideHigh', 'sideHigh'), A(8, 'guard', 'guard')],
      cues: [[1, 'March it out, tall'], [5, 'Open the arms and breathe'], [7, 'Up, and down']],
    }),
  ],
};
