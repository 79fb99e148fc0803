import { SONGS, type Song } from "./songs.ts";
import { block, clap, conga, countTick, hat, kick, note, RATE, shaker, snare, type Tone } from "./voices.ts";

/**
 * The arrangement of a part. `groove`: to move to. `talk`: under speech. `count`: sparse, every count audible. `slow`, `full`. `cool`: an
 * ending.
 */
export type Arrangement = "groove" | "talk" | "count" | "slow" | "full" | "cool";
/** A gapless loop: four eights of stereo sound that start half a beat before a one. */
export type Loop = { left: Float32Array; right: Float32Array; samplesPerEight: number };

type Levels = {
  kick: number;
  snare: number;
  hat: number;
  perc: number;
  bass: number;
  chord: number;
  pad: number;
  lead: number;
  count: number;
};
const LEVELS: Record<Arrangement, Levels> = {
  groove: { kick: 0.9, snare: 0.5, hat: 0.6, perc: 0.6, bass: 0.8, chord: 0.9, pad: 1, lead: 0, count: 0 },
  talk: { kick: 0.35, snare: 0, hat: 0.25, perc: 0.2, bass: 0.4, chord: 0.5, pad: 1.3, lead: 0, count: 0.3 },
  count: { kick: 0.6, snare: 0.15, hat: 0.3, perc: 0, bass: 0.3, chord: 0, pad: 0.8, lead: 0, count: 1 },
  slow: {
    kick: 0.85,
    snare: 0.6,
    hat: 0.6,
    perc: 0.5,
    bass: 0.8,
    chord: 0.9,
    pad: 1,
    lead: 0.5,
    count: 0.45,
  },
  full: { kick: 1, snare: 1, hat: 1, perc: 1, bass: 1, chord: 1, pad: 1, lead: 1, count: 0 },
  cool: { kick: 0.25, snare: 0, hat: 0.2, perc: 0.2, bass: 0.6, chord: 0.9, pad: 1.7, lead: 0.8, count: 0 },
};

const TARGET = 0.125;
const loops = new Map<string, Loop>();

/** The loop of a style at a tempo; `frames` is frames per eight at 30 fps. Cached per process. */
export const loopOf = (style: string, frames: number, arrangement: Arrangement): Loop => {
  const key = `${style}/${frames}/${arrangement}`;
  const known = loops.get(key);
  if (known) return known;
  const made = makeLoop(SONGS[style]!, frames, LEVELS[arrangement]);
  if (loops.size > 40) loops.delete(loops.keys().next().value!);
  loops.set(key, made);
  return made;
};

/** Cache of rendered notes, which the arrangements of one tempo share. */
const notes = new Map<string, Float32Array>();
let notesHeld = 0;
const MAX_SAMPLES = 24_000_000;

const sound = (tone: Tone, midi: number, seconds: number): Float32Array => {
  const key = `${tone}/${midi}/${seconds.toFixed(4)}`;
  const known = notes.get(key);
  if (known) return known;
  const made = note(tone, midi, seconds);
  if (notesHeld > MAX_SAMPLES) {
    notes.clear();
    notesHeld = 0;
  }
  notesHeld += made.length;
  notes.set(key, made);
  return made;
};

const makeLoop = (song: Song, frames: number, levels: Levels): Loop => {
  const samplesPerEight = frames * (RATE / 30);
  const length = samplesPerEight * 4;
  const beat = samplesPerEight / 8;
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const ducked = { left: new Float32Array(length), right: new Float32Array(length) };
  const duck = new Float32Array(length).fill(1);
  const at = (bar: number, step: number): number => {
    const late = step % 2 === 1 ? song.swing * 0.5 : 0;
    return Math.round((bar * 4 + (step + late) / 4 + 0.5) * beat) % length;
  };
  const mixIn = (
    to: { left: Float32Array; right: Float32Array },
    sound: Float32Array,
    start: number,
    gain: number,
    pan: number,
  ): void => {
    const l = gain * Math.cos(((pan + 1) * Math.PI) / 4) * 1.2;
    const r = gain * Math.sin(((pan + 1) * Math.PI) / 4) * 1.2;
    let i = start;
    for (let k = 0; k < sound.length; k++) {
      const v = sound[k]!;
      to.left[i] = to.left[i]! + v * l;
      to.right[i] = to.right[i]! + v * r;
      if (++i === length) i = 0;
    }
  };
  const dry = { left, right };
  const each = (
    patterns: string[] | undefined,
    gain: number,
    hit: (bar: number, step: number, strength: number) => void,
  ): void => {
    if (!patterns || gain === 0) return;
    for (let bar = 0; bar < 8; bar++) {
      const pattern = patterns[bar % patterns.length]!;
      for (let step = 0; step < 16; step++)
        if (pattern[step] !== ".") hit(bar, step, gain * (pattern[step] === "o" ? 0.45 : 1));
    }
  };
  const drums = {
    kick: kick(...song.kick),
    snare: snare(190, 19),
    clap: clap(),
    closed: hat(70),
    open: hat(17),
  };
  each(song.patterns.kick, levels.kick, (bar, step, s) => {
    const start = at(bar, step);
    mixIn(dry, drums.kick, start, 0.85 * s, 0);
    const hold = Math.round(Math.min(0.24 * RATE, beat * 0.5));
    for (let k = 0; k < hold; k++) {
      const i = (start + k) % length;
      duck[i] = Math.min(duck[i]!, 1 - song.duck * s * (1 - k / hold));
    }
  });
  each(song.patterns.snare, levels.snare, (bar, step, s) =>
    mixIn(dry, drums.snare, at(bar, step), 0.5 * s, 0.05),
  );
  each(song.patterns.clap, levels.snare, (bar, step, s) =>
    mixIn(dry, drums.clap, at(bar, step), 0.6 * s, -0.05),
  );
  each(song.patterns.hat, levels.hat, (bar, step, s) =>
    mixIn(dry, drums.closed, at(bar, step), 0.3 * s, 0.3),
  );
  each(song.patterns.open, levels.hat, (bar, step, s) =>
    mixIn(dry, drums.open, at(bar, step), 0.24 * s, 0.3),
  );
  for (const perc of song.patterns.perc ?? []) {
    const sound =
      perc.voice === "conga" ? conga(perc.hz) : perc.voice === "block" ? block(perc.hz) : shaker();
    each(perc.pattern, levels.perc, (bar, step, s) =>
      mixIn(dry, sound, at(bar, step), 0.3 * s, perc.voice === "conga" ? -0.4 : 0.45),
    );
  }
  const second = beat / RATE;
  const chordAt = (bar: number): number[] => song.chords[bar % 8]!;
  each(song.bass.pattern, levels.bass, (bar, step, s) => {
    const root = chordAt(bar)[0]!;
    const low = root - (root > 58 ? 24 : 12) - (song.bass.tone === "sub" ? 12 : 0);
    mixIn(
      ducked,
      sound(song.bass.tone, Math.max(28, low), second * 0.42),
      at(bar, step),
      song.bass.gain * s,
      0,
    );
  });
  each([song.chord.pattern], levels.chord, (bar, step, s) => {
    chordAt(bar).forEach((n, k) =>
      mixIn(
        ducked,
        sound(song.chord.tone, n, song.chord.length * Math.max(0.5, second * 1.4)),
        at(bar, step),
        song.chord.gain * s,
        (k - 1.5) / 2.2,
      ),
    );
  });
  if (levels.pad > 0) {
    for (let bar = 0; bar < 8; bar += 2)
      chordAt(bar).forEach((n, k) =>
        mixIn(ducked, sound("pad", n, second * 8 - 0.1), at(bar, 0), song.pad * levels.pad, (k - 1.5) / 1.6),
      );
  }
  if (levels.lead > 0) {
    for (let bar = 0; bar < 8; bar++) {
      const steps = song.lead.steps[bar % 2]!;
      for (let step = 0; step < 16; step++) {
        if (steps[step] === "-") continue;
        const degree = Number(steps[step]);
        const chord = chordAt(bar);
        const midi = (degree === 4 ? chord[0]! + 12 : chord[degree]!) + song.lead.octave;
        const voice = sound(song.lead.tone, midi, second * 0.6);
        const start = at(bar, step);
        const gain = song.lead.gain * levels.lead;
        mixIn(ducked, voice, start, gain, 0.25);
        mixIn(ducked, voice, Math.round(start + beat * 0.75) % length, gain * song.echo, -0.45);
        mixIn(ducked, voice, Math.round(start + beat * 1.5) % length, gain * song.echo ** 2, 0.45);
      }
    }
  }
  for (let i = 0; i < length; i++) {
    left[i] = left[i]! + ducked.left[i]! * duck[i]!;
    right[i] = right[i]! + ducked.right[i]! * duck[i]!;
  }
  level(left, right);
  if (levels.count > 0) {
    const high = block(1320);
    const low = block(880);
    const one = countTick(270);
    for (let b = 0; b < 32; b++) {
      const start = Math.round((b + 0.5) * beat) % length;
      const count = b % 8;
      mixIn(dry, count === 0 ? high : low, start, levels.count * (count === 0 ? 0.4 : 0.24), 0);
      if (count === 0) mixIn(dry, one, start, levels.count * 0.5, 0);
    }
  }
  for (let i = 0; i < length; i++) {
    left[i] = Math.tanh(left[i]!);
    right[i] = Math.tanh(right[i]!);
  }
  return { left, right, samplesPerEight };
};

/** Normalizes every arrangement to the same perceived loudness: without the lowest tones, over the parts that are not silent. */
const level = (left: Float32Array, right: Float32Array): void => {
  let low = 0;
  const windows: number[] = [];
  const size = RATE / 10;
  for (let start = 0; start + size <= left.length; start += size) {
    let sum = 0;
    for (let i = start; i < start + size; i++) {
      const mono = (left[i]! + right[i]!) / 2;
      low += 0.012 * (mono - low);
      sum += (mono - low * 0.75) ** 2;
    }
    windows.push(sum / size);
  }
  const loudest = Math.max(...windows);
  const heard = windows.filter((w) => w > loudest * 0.01);
  const rms = Math.sqrt(heard.reduce((a, b) => a + b, 0) / heard.length);
  const gain = TARGET / (rms || 1);
  for (let i = 0; i < left.length; i++) {
    left[i] = left[i]! * gain;
    right[i] = right[i]! * gain;
  }
};
