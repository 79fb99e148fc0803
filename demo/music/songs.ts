import type { Tone } from "./voices.ts";

/** Sixteen steps per bar: x is a hit, o a soft hit, . a rest. */
type Pattern = string;

/** The track of a style. Two-bar patterns alternate; chords are MIDI notes, one per bar, over eight bars. */
export type Song = {
  kick: [number, number];
  patterns: {
    kick: Pattern[];
    snare: Pattern[];
    hat: Pattern[];
    open?: Pattern[];
    clap?: Pattern[];
    perc?: { voice: "conga" | "block" | "shaker"; hz: number; pattern: Pattern[] }[];
  };
  /** Swing: delay of the second of two sixteenths, as a share of one. */
  swing: number;
  chords: number[][];
  chord: { tone: Tone; pattern: Pattern; length: number; gain: number };
  pad: number;
  bass: { tone: Tone; pattern: Pattern[]; gain: number };
  /** Chord tones (0..3, 4 is the root above) per sixteenth, "-" is a rest; two bars. */
  lead: { tone: Tone; steps: string[]; octave: number; gain: number };
  echo: number;
  duck: number;
};

const m7 = (root: number): number[] => [root, root + 3, root + 7, root + 10];
const maj7 = (root: number): number[] => [root, root + 4, root + 7, root + 11];
const dom = (root: number): number[] => [root, root + 4, root + 7, root + 10];
const add9 = (root: number): number[] => [root, root + 4, root + 7, root + 14];
const twice = (chords: number[][]): number[][] => chords.flatMap((c) => [c, c]);

/** The tracks of all styles. */
export const SONGS: Record<string, Song> = {
  "hip-hop": {
    kick: [46, 8],
    swing: 0.3,
    patterns: {
      kick: ["x......x..x.....", "x..x......x...o."],
      snare: ["....x.......x...", "....x.......x..o"],
      hat: ["x.o.x.o.x.o.x.oo", "x.o.x.oox.o.x.o."],
      open: ["..............x.", "................"],
    },
    chords: twice([m7(57), maj7(53), m7(50), m7(52)]),
    chord: { tone: "keys", pattern: "x.....x.........", length: 1.4, gain: 0.17 },
    pad: 0.06,
    bass: { tone: "sub", pattern: ["x......x..x.....", "x..x......x....."], gain: 0.5 },
    lead: { tone: "bell", steps: ["--2---3---1-----", "0---2---4-------"], octave: 12, gain: 0.1 },
    echo: 0.35,
    duck: 0.35,
  },
  house: {
    kick: [50, 10],
    swing: 0.12,
    patterns: {
      kick: ["x...x...x...x..."],
      snare: ["................"],
      clap: ["....x.......x..."],
      hat: ["o.o.o.o.o.o.o.o."],
      open: ["..x...x...x...x."],
      perc: [{ voice: "shaker", hz: 0, pattern: ["oxoxoxoxoxoxoxox"] }],
    },
    chords: twice([m7(57), m7(62), maj7(53), dom(55)]),
    chord: { tone: "piano", pattern: "x..x..x...x..x..", length: 0.22, gain: 0.16 },
    pad: 0.07,
    bass: { tone: "saw", pattern: ["..x..xx...x..xx."], gain: 0.4 },
    lead: { tone: "pluck", steps: ["4--3--2---3-----", "--2--3--4-------"], octave: 12, gain: 0.13 },
    echo: 0.4,
    duck: 0.55,
  },
  afro: {
    kick: [52, 10],
    swing: 0.08,
    patterns: {
      kick: ["x.....x...x.....", "x.....x...x...x."],
      snare: ["...x..x....x..x."],
      hat: ["x.xxx.xxx.xxx.xx"],
      perc: [
        { voice: "conga", hz: 220, pattern: ["..x..x....x..x..", "..x..x..x.x.xx.."] },
        { voice: "block", hz: 820, pattern: ["x..x..x...x.x..."] },
      ],
    },
    chords: twice([add9(60), add9(65), m7(57), add9(55)]),
    chord: { tone: "guitar", pattern: "..x..x....x..x..", length: 0.2, gain: 0.26 },
    pad: 0.05,
    bass: { tone: "pluckBass", pattern: ["x..x..x...x.x..."], gain: 0.48 },
    lead: { tone: "pluck", steps: ["2-3-4-3-2-----1-", "0-1-2---1-0-----"], octave: 12, gain: 0.12 },
    echo: 0.25,
    duck: 0.25,
  },
  latin: {
    kick: [58, 12],
    swing: 0,
    patterns: {
      kick: ["...x..x....x..x."],
      snare: ["................"],
      hat: ["x.o.x.o.x.o.x.o."],
      perc: [
        { voice: "block", hz: 1240, pattern: ["x.....x.....x...", "....x...x......."] },
        { voice: "conga", hz: 250, pattern: ["o.o.x.o.o.o.x.xx"] },
        { voice: "conga", hz: 180, pattern: ["............x...", "............x.x."] },
      ],
    },
    chords: twice([m7(57), m7(62), dom(64), dom(64)]),
    chord: { tone: "piano", pattern: "x.x..xx..x.x.xx.", length: 0.16, gain: 0.17 },
    pad: 0.03,
    bass: { tone: "pluckBass", pattern: ["......x.....x..."], gain: 0.5 },
    lead: { tone: "flute", steps: ["----4---3-2-----", "2---3-4---------"], octave: 12, gain: 0.11 },
    echo: 0.2,
    duck: 0.1,
  },
  contemporary: {
    kick: [44, 7],
    swing: 0,
    patterns: {
      kick: ["x...............", "x.........o....."],
      snare: ["................"],
      hat: ["....o.......o..."],
    },
    chords: twice([add9(60), m7(57), maj7(65), add9(67)]),
    chord: { tone: "piano", pattern: "x...o...x...o...", length: 1.3, gain: 0.2 },
    pad: 0.16,
    bass: { tone: "sub", pattern: ["x...............", "x.......x......."], gain: 0.36 },
    lead: { tone: "bell", steps: ["4---3---2---1---", "2---3---4-------"], octave: 12, gain: 0.1 },
    echo: 0.45,
    duck: 0,
  },
  heels: {
    kick: [46, 8],
    swing: 0.1,
    patterns: {
      kick: ["x.....x...x.....", "x.....x.x......."],
      snare: ["................"],
      clap: ["....x.......x..."],
      hat: ["x.x.x.x.x.xxx.x.", "x.x.xxx.x.x.x.xx"],
      perc: [{ voice: "block", hz: 640, pattern: ["..........x..x.."] }],
    },
    chords: twice([m7(54), m7(59), maj7(50), dom(49)]),
    chord: { tone: "keys", pattern: "x.......x..x....", length: 0.9, gain: 0.16 },
    pad: 0.1,
    bass: { tone: "sub", pattern: ["x.....x...x..x..", "x.....x.x......."], gain: 0.52 },
    lead: { tone: "pluck", steps: ["--4---3-----2---", "--1---2---------"], octave: 12, gain: 0.12 },
    echo: 0.4,
    duck: 0.35,
  },
  wellness: {
    kick: [44, 7],
    swing: 0,
    patterns: {
      kick: ["x...............", "................"],
      snare: ["................"],
      hat: ["................"],
      perc: [{ voice: "shaker", hz: 0, pattern: ["........o......."] }],
    },
    chords: twice([maj7(53), add9(60), m7(57), add9(55)]),
    chord: { tone: "keys", pattern: "x.......o.......", length: 2.6, gain: 0.17 },
    pad: 0.2,
    bass: { tone: "sub", pattern: ["x..............."], gain: 0.28 },
    lead: { tone: "bell", steps: ["2-------3-------", "4-----------1---"], octave: 12, gain: 0.1 },
    echo: 0.5,
    duck: 0,
  },
  fitness: {
    kick: [52, 10],
    swing: 0,
    patterns: {
      kick: ["x...x...x...x..."],
      snare: ["................"],
      clap: ["....x.......x...", "....x.......x.oo"],
      hat: ["o.x.o.x.o.x.o.x."],
      open: ["..x...x...x...x."],
    },
    chords: twice([m7(57), maj7(53), add9(60), add9(55)]),
    chord: { tone: "saw", pattern: "x..x..x.x..x..x.", length: 0.14, gain: 0.15 },
    pad: 0.08,
    bass: { tone: "saw", pattern: ["..xx..xx..xx..xx"], gain: 0.42 },
    lead: { tone: "pluck", steps: ["4-3-2-3-4-3-2---", "2-3-4-3-2-1-0---"], octave: 12, gain: 0.13 },
    echo: 0.3,
    duck: 0.5,
  },
  family: {
    kick: [54, 11],
    swing: 0.15,
    patterns: {
      kick: ["x.......x.......", "x.......x.x....."],
      snare: ["................"],
      clap: ["....x.......x..."],
      hat: ["x.o.x.o.x.o.x.o."],
      perc: [{ voice: "block", hz: 900, pattern: ["..x...x...x.x..."] }],
    },
    chords: twice([add9(60), add9(65), m7(57), add9(67)]),
    chord: { tone: "guitar", pattern: "x...x..x..x.x...", length: 0.3, gain: 0.26 },
    pad: 0.05,
    bass: { tone: "pluckBass", pattern: ["x...x...x...x...", "x...x...x.x.x..."], gain: 0.44 },
    lead: { tone: "flute", steps: ["0-2-4---3-2-----", "4-3-2---0-------"], octave: 12, gain: 0.12 },
    echo: 0.2,
    duck: 0.15,
  },
};
