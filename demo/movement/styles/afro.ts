import { A, B, eight, L, R } from '../build.ts';
import type { StyleMovement } from '../types.ts';

/** Low and springy: knees bent, pelvis talking, shoulders answering between the beats. */
export const afro: StyleMovement = {
  slug: 'afro',
  feel: { kind: 'hit', beats: 0.5, anticipation: 0.06, overshoot: 0.12 },
  waves: [
    { channel: 'drop', amount: 0.02, beats: 0.5, peak: 0, offset: 0.5 },
    { channel: 'drop', amount: 0.014, beats: 2, peak: 0 },
    { channel: 'hipRoll', amount: 0.07, beats: 2, peak: 0.2 },
    { channel: 'hipTwist', amount: 0.08, beats: 1, peak: 0.25 },
    { channel: 'twist', amount: -0.09, beats: 1, peak: 0.3 },
    { channel: 'shrugL', amount: 0.035, beats: 1, peak: 0.5 },
    { channel: 'shrugR', amount: 0.035, beats: 1, peak: 0 },
  ],
  home: { l: [0.17, 0], r: [-0.17, 0], toeOut: 0.4, drop: 0.1, weight: 0.42, pitch: 0.16, arms: { l: 'waistRoll', r: 'waistRoll' } },
  hipAction: { roll: 0.09, slide: 0.02 },
  late: 0.02,
  transfer: 0.6,
  stepBeats: 0.42,
  eights: [
    eight('azonto', 'Azonto twist', {
      steps: [R(1, -0.2, 0.1, { touch: true }), R(3, -0.2, 0), L(4, 0.2, 0.1, { touch: true }), L(6, 0.2, 0), R(7, -0.24, 0.08, { touch: true }), R(8, -0.17, 0)],
      body: [B(1, { hipTwist: -0.3, drop: 0.13 }), B(2, { hipTwist: 0.3 }), B(3, { hipTwist: -0.2, drop: 0.1 }), B(4, { hipTwist: 0.3, drop: 0.13 }), B(5, { hipTwist: -0.3 }), B(6, { hipTwist: 0.2 }), B(7, { hipTwist: -0.35, lean: 0.1, headYaw: -0.2 }), B(8, { hipTwist: 0, lean: 0, headYaw: 0 })],
      arms: [A(1, 'hip', 'frontLow'), A(2, 'hip', 'across'), A(3, 'hip', 'pull'), A(4, 'frontLow', 'hip'), A(5, 'across', 'hip'), A(6, 'pull', 'hip'), A(7, 'brow', 'hip'), A(8, 'waistRoll', 'waistRoll')],
      cues: [[1, 'Right toe twists, one, two'], [4, 'Left toe twists, four, five'], [7, 'Look over it on seven']],
    }),
    eight('gwara', 'Step, rock, release', {
      steps: [R(1, -0.36, 0.04), L(2, 0.18, 0.02, { y: 0.1, pitch: 0.4 }), L(2.6, 0.18, 0.02), R(4, -0.17, 0), L(5, 0.34, 0.04), R(6, -0.18, 0.02, { y: 0.1, pitch: 0.4 }), R(6.6, -0.18, 0.02), L(8, 0.17, 0)],
      body: [B(1, { drop: 0.17, lean: -0.16, pitch: 0.22 }), B(2, { drop: 0.1, lean: 0.06 }), B(3, { drop: 0.16, lean: 0.12, pitch: 0.2 }), B(4, { drop: 0.1, lean: 0 }), B(5, { drop: 0.17, lean: 0.16, pitch: 0.22 }), B(6, { drop: 0.1, lean: -0.06 }), B(7, { drop: 0.16, lean: -0.12, pitch: 0.2 }), B(8, { drop: 0.1, lean: 0, pitch: 0.16 })],
      arms: [A(1, 'sideLow', 'back'), A(2, 'scoop', 'scoop'), A(3, 'back', 'sideLow'), A(4, 'waistRoll', 'waistRoll'), A(5, 'back', 'sideLow'), A(6, 'scoop', 'scoop'), A(7, 'sideLow', 'back'), A(8, 'waistRoll', 'waistRoll')],
      cues: [[1, 'Step right and sit'], [2, 'Lift, rock it left on three'], [5, 'Step left and sit'], [6, 'Lift, rock it right on seven']],
    }),
    eight('shoulders', 'Shoulders first', {
      groove: 1.1,
      steps: [R(1, -0.27, 0.03), L(3, 0.27, 0.03), R(7, -0.2, 0), L(8, 0.17, 0)],
      body: [
        B(1, { shrugR: 0.2, drop: 0.15 }), B(1.5, { shrugR: 0, shrugL: 0.2 }), B(2, { shrugL: 0, shrugR: 0.2 }), B(3, { shrugL: 0.22, shrugR: 0, lean: 0.1, drop: 0.17 }), B(3.5, { shrugL: 0, shrugR: 0.2 }), B(4, { shrugR: 0, shrugL: 0.2, lean: 0 }),
        B(5, { shrugL: 0, drop: 0.22, pitch: 0.34 }), B(6, { drop: 0.16, pitch: 0.1 }), B(7, { drop: 0.08, pitch: -0.06, headPitch: -0.15 }), B(8, { drop: 0.1, pitch: 0.16, headPitch: 0 }),
      ],
      arms: [A(1, 'sideLow', 'chestWide'), A(3, 'chestWide', 'sideLow'), A(5, 'knees', 'knees'), A(6, 'scoop', 'scoop'), A(7, 'sideHigh', 'sideHigh'), A(8, 'waistRoll', 'waistRoll')],
      cues: [[1, 'Right shoulder talks, one-and-two'], [3, 'Left answers, three-and-four'], [5, 'Down to the knees'], [7, 'Open to the sky']],
    }),
    eight('shaku', 'Shaku, cross and swing', {
      steps: [R(1, -0.05, 0.14), L(2, 0.24, 0), R(3, -0.24, 0), L(4, 0.05, 0.14), R(5, -0.26, 0), L(6, 0.26, 0), R(7, -0.1, 0.2, { y: 0.22, pitch: 0.5 }), R(8, -0.17, 0), L(8.3, 0.17, 0, { air: 0.4 })],
      body: [B(1, { twist: 0.35, drop: 0.13 }), B(2, { twist: 0 }), B(3, { twist: 0, drop: 0.16 }), B(4, { twist: -0.35, drop: 0.13 }), B(5, { twist: 0, lean: -0.1 }), B(6, { lean: 0.1 }), B(7, { drop: 0.03, lean: 0.05, pitch: 0.05 }), B(8, { drop: 0.13, lean: 0, pitch: 0.18 })],
      arms: [A(1, 'across', 'across'), A(2, 'sideLow', 'sideLow'), A(3, 'across', 'across'), A(4, 'across', 'across'), A(5, 'whip', 'pull'), A(6, 'pull', 'whip'), A(7, 'upBent', 'teeSoft'), A(8, 'waistRoll', 'waistRoll')],
      cues: [[1, 'Cross wrists, right foot over'], [3, 'Open, then left over on four'], [5, 'Swing five, six'], [7, 'Knee on seven']],
    }),
    eight('ground', 'Meet the ground', {
      steps: [R(1, -0.3, -0.04), L(2, 0.26, 0.02), R(5, -0.3, 0.14), L(6, 0.3, 0.0), R(7, -0.17, 0), L(8, 0.17, 0)],
      body: [B(1, { drop: 0.15, lean: -0.08 }), B(2, { drop: 0.22, pitch: 0.35 }), B(3, { drop: 0.26, pitch: 0.4, hipTwist: 0.2 }), B(4, { drop: 0.2, pitch: 0.2, hipTwist: -0.2 }), B(5, { drop: 0.13, twist: 0.35, hipTwist: 0 }), B(6, { drop: 0.12, twist: -0.35 }), B(7, { drop: 0.08, twist: 0, pitch: 0 }), B(8, { drop: 0.1, pitch: 0.16 })],
      arms: [A(1, 'sideLow', 'sideLow'), A(2, 'reachDown', 'reachDown'), A(3, 'sideLow', 'reachDown'), A(4, 'reachDown', 'sideLow'), A(5, 'frontHigh', 'back'), A(6, 'back', 'frontHigh'), A(7, 'teeSoft', 'teeSoft'), A(8, 'waistRoll', 'waistRoll')],
      cues: [[1, 'Wide on one and two'], [3, 'Brush the ground, three, four'], [5, 'Throw forward five, six'], [7, 'Bring it in']],
    }),
    eight('listen', 'Breathe and watch', {
      groove: 0.4,
      steps: [R(5, -0.22, 0.03)],
      body: [B(2, { headYaw: 0.12 }), B(4, { headYaw: -0.12, drop: 0.07 }), B(6, { headPitch: 0.1, lean: -0.04 }), B(8, { headYaw: 0, headPitch: 0, lean: 0 })],
      arms: [A(2, 'scoop', 'hip'), A(4, 'waistRoll', 'hip'), A(6, 'hip', 'scoop'), A(8, 'waistRoll', 'waistRoll')],
      cues: [[1, 'Knees soft, chest forward'], [5, 'The pelvis leads, feet follow']],
    }),
  ],
};
