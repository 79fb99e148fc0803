import { A, B, eight, HIT, L, R, turning } from '../build.ts';
import type { StyleMovement } from '../types.ts';

/** Down on the beat, heavy and late, arms that arrive and stop. */
export const hipHop: StyleMovement = {
  slug: 'hip-hop',
  feel: HIT,
  waves: [
    { channel: 'drop', amount: 0.022, beats: 1, peak: 0.04, offset: 0.6 },
    { channel: 'pitch', amount: 0.035, beats: 1, peak: 0.06, offset: 0 },
    { channel: 'headPitch', amount: 0.06, beats: 1, peak: 0.12, offset: 0 },
    { channel: 'twist', amount: 0.05, beats: 4, peak: 1 },
    { channel: 'shiftX', amount: 0.012, beats: 2, peak: 0 },
  ],
  home: { l: [0.14, 0], r: [-0.14, 0], toeOut: 0.3, drop: 0.035, weight: 0.42, pitch: 0.05, arms: { l: 'relaxed', r: 'relaxed' } },
  hipAction: { roll: 0.06, slide: 0.015 },
  late: 0.05,
  transfer: 0.55,
  stepBeats: 0.46,
  eights: [
    eight('bounce', 'Bounce in the pocket', {
      steps: [R(1, -0.26, 0.02), L(3, 0.26, 0.02), R(5, -0.14, 0), L(7, 0.14, 0)],
      body: [
        B(1, { drop: 0.07, twist: -0.16, lean: -0.07 }), B(2, { drop: 0.03, twist: 0 }), B(3, { drop: 0.08, twist: 0.16, lean: 0.07 }), B(4, { twist: 0, drop: 0.04 }),
        B(5, { drop: 0.07, lean: -0.05 }), B(6, { lean: 0 }), B(7, { drop: 0.07, lean: 0.05 }), B(7.5, { shrugL: 0.16, shrugR: 0.16 }), B(8, { lean: 0, drop: 0.05, shrugL: 0, shrugR: 0 }),
      ],
      arms: [A(1, 'ready', 'fistsLow'), A(3, 'fistsLow', 'ready'), A(5, 'pull', 'ready'), A(7, 'ready', 'pull'), A(8, 'ready', 'ready')],
      cues: [[1, 'Sit right on one'], [3, 'Left on three'], [5, 'Feet in, rock five and seven'], [7.5, 'Shoulders up, drop on eight']],
    }),
    eight('drag-left', 'Drag the left, answer on seven', {
      steps: [R(1, -0.4, 0.02), L(2.9, -0.06, 0.02, { touch: true, air: 1.5, lift: 0.006 }), L(4, 0.28, 0.06), R(5, -0.12, 0.1, { touch: true }), R(6, -0.34, 0), L(7.4, 0.14, 0)],
      body: [
        B(1, { drop: 0.13, lean: -0.12, twist: -0.25 }), B(2, { drop: 0.11, lean: -0.16 }), B(3, { drop: 0.02, lean: 0.02, twist: 0.1, pitch: -0.04 }),
        B(4, { drop: 0.12, twist: 0.3, lean: 0.1 }), B(5, { drop: 0.05, twist: -0.1, lean: 0 }), B(6, { drop: 0.14, pitch: 0.2, twist: -0.2 }),
        B(7, { drop: 0.0, pitch: -0.12, twist: 0.22, headPitch: -0.18, lean: 0.06 }), B(8, { drop: 0.06, pitch: 0.08, twist: 0, headPitch: 0.05 }),
      ],
      arms: [A(1, 'diagonalLow', 'pull'), A(2, 'teeSoft', 'pull'), A(3, 'chest', 'chest'), A(4, 'pull', 'punch'), A(5, 'guard', 'guard'), A(6, 'reachDown', 'reachDown'), A(7, 'up', 'sideHigh'), A(8, 'ready', 'ready')],
      cues: [[1, 'Step right on one'], [2, 'Drag the left, two, three'], [4, 'Punch on four'], [6, 'Drop on six'], [7, 'Answer on seven: arms up']],
    }),
    eight('reach-roll', 'Reach, roll, hit', {
      steps: [L(1, 0.3, 0.05), R(2.5, -0.24, 0), L(5, 0.22, 0.16), R(6, -0.3, -0.06), L(7, 0.14, 0), R(8, -0.14, 0)],
      body: [
        B(1, { drop: 0.05, lean: 0.16, twist: 0.2, headYaw: 0.2 }), B(2, { drop: 0.07, lean: 0.05, pitch: 0.15 }), B(2.5, { drop: 0.12, pitch: 0.22, lean: -0.1 }), B(3, { drop: 0.04, pitch: -0.1, lean: -0.05, headPitch: -0.12 }),
        B(4, { drop: 0.08, pitch: 0.08, twist: 0 , headYaw: 0, headPitch: 0 }), B(5, { drop: 0.12, twist: -0.38, lean: 0.05 }), B(6, { drop: 0.08, twist: 0.35, lean: -0.05 }), B(7, { drop: 0.16, twist: 0, pitch: 0.16 }), B(8, { drop: 0.03, pitch: -0.05 }),
      ],
      arms: [A(1, 'diagonal', 'chest'), A(2, 'scoop', 'chest'), A(3, 'chest', 'chest'), A(4, 'sideLow', 'sideLow'), A(5, 'pull', 'across'), A(6, 'across', 'pull'), A(7, 'knees', 'knees'), A(8, 'teeSoft', 'teeSoft')],
      cues: [[1, 'Reach left on one'], [2.5, 'Roll it through, and three'], [5, 'Cut five, six'], [7, 'Hands to knees'], [8, 'Open on eight']],
    }),
    eight('step-turn', 'Step, turn, land', {
      steps: [
        R(1, -0.26, 0.04), turning('l', 2, -0.12, 0.12, -0.9), R(3, -0.14, 0.02), L(4, 0.14, 0, { air: 0.94 }), R(5, -0.24, 0.02), L(5.5, 0.24, 0.02),
      ],
      body: [
        B(1, { drop: 0.08, yaw: 0, twist: 0.3, lean: -0.06 }), B(2, { yaw: -0.9, drop: 0.02, twist: -0.1, lean: 0 }), B(3, { yaw: -2, drop: 0.02 }), B(4, { yaw: -6.2832, drop: 0.05, twist: 0 }),
        B(5, { drop: 0.1 }), B(5.5, { drop: 0.2, pitch: 0.18, headPitch: 0.1 }), B(6.5, { drop: 0.18 }), B(7, { drop: 0.02, pitch: -0.08, headPitch: -0.16, shrugL: 0.1, shrugR: 0.1 }), B(8, { drop: 0.06, shrugL: 0, shrugR: 0, headPitch: 0, yaw: -6.2832 }),
      ],
      arms: [A(1, 'teeSoft', 'across'), A(2, 'chest', 'chest'), A(4, 'guard', 'guard'), A(5.5, 'punchDown', 'punchDown'), A(7, 'sideHigh', 'sideHigh'), A(8, 'ready', 'ready')],
      cues: [[1, 'Prep right on one'], [2, 'Turn two, three, round on four'], [5, 'Stomp five-and'], [7, 'Throw it open on seven']],
    }),
    eight('knee-kick', 'Knee up, kick it away', {
      steps: [
        R(1, -0.1, 0.2, { y: 0.36, pitch: 0.7 }), R(2, -0.2, 0.0), L(3, 0.14, 0.42, { y: 0.2, pitch: -0.1 }), L(4, 0.22, 0.02), R(5, -0.02, 0.2), L(6, 0.26, 0), R(7, -0.3, 0), L(8, 0.14, 0, {}), R(8.4, -0.14, 0, { air: 0.35 }),
      ],
      body: [
        B(1, { drop: 0.0, pitch: 0.14, twist: 0.22, lean: 0.05 }), B(2, { drop: 0.12, pitch: 0.05, twist: 0 }), B(3, { drop: 0.02, pitch: -0.12, twist: -0.2 }), B(4, { drop: 0.12, twist: 0, pitch: 0.08 }),
        B(5, { drop: 0.05, twist: 0.35 }), B(6, { drop: 0.1, twist: -0.1, lean: 0.08 }), B(7, { drop: 0.13, lean: -0.12, twist: -0.28, headYaw: -0.25 }), B(8, { drop: 0.05, lean: 0, twist: 0, headYaw: 0 }),
      ],
      arms: [A(1, 'reachDown', 'frontHigh'), A(2, 'fistsLow', 'fistsLow'), A(3, 'teeSoft', 'teeSoft'), A(4, 'guard', 'guard'), A(5, 'across', 'diagonalLow'), A(6, 'teeSoft', 'chest'), A(7, 'brow', 'diagonalLow'), A(8, 'relaxed', 'relaxed')],
      cues: [[1, 'Right knee on one'], [3, 'Kick left on three'], [5, 'Cross five'], [7, 'Look out on seven']],
    }),
    eight('listen', 'Stand and listen', {
      groove: 0.25,
      steps: [R(5, -0.2, 0.03)],
      body: [B(2, { headYaw: 0.12, headPitch: 0.02, lean: 0.03 }), B(4, { headYaw: -0.1, lean: 0 }), B(5, { lean: -0.05, drop: 0.05 }), B(7, { headYaw: 0.05, headPitch: 0.1, lean: -0.03 }), B(8, { headPitch: 0, lean: 0 })],
      arms: [A(2, 'scoop', 'relaxed'), A(4, 'flick', 'ready'), A(6, 'relaxed', 'hip'), A(7.4, 'relaxed', 'relaxed')],
      feel: { kind: 'hit', beats: 1.1, anticipation: 0.02, overshoot: 0.03 },
      cues: [[1, 'Watch the feet first'], [5, 'Then we count it together']],
    }),
  ],
};
