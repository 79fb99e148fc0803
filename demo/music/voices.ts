/** Sample rate of all sound in this folder, in Hz. */
export const RATE = 48_000;
const TAU = 2 * Math.PI;
/** The frequency of a MIDI note. */
const pitch = (note: number): number => 440 * 2 ** ((note - 69) / 12);

/** Seeded noise: the same seed gives the same sound. */
const noise = (seed: number): (() => number) => {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2147483648 - 1;
  };
};

const play = (seconds: number, sample: (t: number, i: number) => number): Float32Array => {
  const out = new Float32Array(Math.ceil(seconds * RATE));
  for (let i = 0; i < out.length; i++) out[i] = sample(i / RATE, i);
  return out;
};

export const kick = (depth: number, decay: number): Float32Array => {
  let phase = 0;
  return play(0.45, (t) => {
    phase += (depth + 150 * Math.exp(-t * 38)) / RATE;
    return (
      Math.sin(TAU * phase) * Math.exp(-t * decay) * Math.min(1, t * 900) +
      (t < 0.003 ? 0.35 * (1 - t / 0.003) : 0)
    );
  });
};
export const snare = (tone: number, decay: number): Float32Array => {
  const n = noise(11);
  let low = 0;
  return play(0.3, (t) => {
    const w = n();
    low += 0.42 * (w - low);
    return (w - low * 0.7) * Math.exp(-t * decay) * 0.55 + Math.sin(TAU * tone * t) * Math.exp(-t * 26) * 0.5;
  });
};
export const clap = (): Float32Array => {
  const n = noise(23);
  let low = 0;
  return play(0.26, (t) => {
    const w = n();
    low += 0.25 * (w - low);
    const hands =
      [0, 0.011, 0.021].reduce((sum, at) => sum + (t >= at ? Math.exp(-(t - at) * 190) : 0), 0) +
      0.55 * Math.exp(-t * 20);
    return (w - low) * hands * 0.5;
  });
};
export const hat = (decay: number): Float32Array => {
  const n = noise(37);
  let a = 0;
  let b = 0;
  return play(Math.min(0.3, 5 / decay), (t) => {
    const w = n();
    const high = w - a;
    a = w;
    b += 0.6 * (high - b);
    return (high - b * 0.4) * Math.exp(-t * decay) * 0.4;
  });
};
export const block = (hz: number): Float32Array =>
  play(
    0.12,
    (t) =>
      (Math.sin(TAU * hz * t) + 0.5 * Math.sin(TAU * hz * 2.42 * t)) *
      Math.exp(-t * 46) *
      Math.min(1, t * 2000) *
      0.6,
  );
export const conga = (hz: number): Float32Array =>
  play(0.3, (t) => Math.sin(TAU * hz * t * (1 + 0.08 * Math.exp(-t * 40))) * Math.exp(-t * 15) * 0.7);
export const shaker = (): Float32Array => {
  const n = noise(51);
  let a = 0;
  return play(0.09, (t) => {
    const w = n();
    const high = w - a;
    a = w;
    return high * Math.min(1, t * 60) * Math.exp(-t * 42) * 0.35;
  });
};

export type Tone =
  | "sub"
  | "pluckBass"
  | "saw"
  | "keys"
  | "piano"
  | "pad"
  | "pluck"
  | "bell"
  | "flute"
  | "guitar";

/** A pitched note of `seconds`, plus its release. */
export const note = (tone: Tone, midi: number, seconds: number): Float32Array => {
  const f = pitch(midi);
  const w = TAU * f;
  const gate = (t: number, attack: number, release: number): number =>
    Math.min(1, t / attack) * (t > seconds ? Math.exp(-(t - seconds) / release) : 1);
  let low = 0;
  let low2 = 0;
  let p = 0;
  let p2 = 0;
  switch (tone) {
    case "sub":
      return play(
        seconds + 0.1,
        (t) => (Math.sin(w * t) + 0.28 * Math.sin(2 * w * t) * Math.exp(-t * 5)) * gate(t, 0.008, 0.03),
      );
    case "pluckBass":
      return play(
        seconds + 0.1,
        (t) =>
          (Math.sin(w * t) +
            0.5 * Math.sin(2 * w * t) * Math.exp(-t * 8) +
            0.25 * Math.sin(3 * w * t) * Math.exp(-t * 14)) *
          Math.exp(-t * 2.6) *
          gate(t, 0.004, 0.03),
      );
    case "saw":
      return play(seconds + 0.15, (t) => {
        p = (p + f / RATE) % 1;
        const cut = 0.05 + 0.16 * Math.exp(-t * 7);
        low += cut * (2 * p - 1 - low);
        low2 += cut * (low - low2);
        return (low2 * 1.2 + 0.45 * Math.sin(w * t)) * gate(t, 0.006, 0.04);
      });
    case "keys":
      return play(
        seconds + 0.5,
        (t) =>
          (Math.sin(w * t + 1.3 * Math.exp(-t * 4) * Math.sin(w * t)) +
            0.12 * Math.sin(8 * w * t) * Math.exp(-t * 22)) *
          Math.exp(-t * 1.3) *
          gate(t, 0.005, 0.14) *
          0.8,
      );
    case "piano":
      return play(seconds + 0.4, (t) => {
        let sum = 0;
        for (let k = 1; k <= 6; k++)
          sum += (Math.sin(w * k * t * (1 + 0.0004 * k * k)) / k ** 1.35) * Math.exp(-t * (1.2 + 0.9 * k));
        return sum * gate(t, 0.003, 0.1) * 0.75;
      });
    case "pad":
      return play(seconds + 0.7, (t) => {
        p = (p + f / RATE) % 1;
        p2 = (p2 + (f * 1.0055) / RATE) % 1;
        const cut = 0.03 + 0.014 * Math.sin(t * 1.1);
        low += cut * (p + p2 - 1 - low);
        low2 += cut * (low - low2);
        return low2 * 1.7 * gate(t, 0.28, 0.25);
      });
    case "pluck":
      return play(
        seconds + 0.25,
        (t) =>
          (Math.sin(w * t) +
            0.45 * Math.sin(2 * w * t) * Math.exp(-t * 9) +
            0.2 * Math.sin(5 * w * t) * Math.exp(-t * 20)) *
          Math.exp(-t * 6.5) *
          gate(t, 0.003, 0.08),
      );
    case "bell":
      return play(
        seconds + 0.9,
        (t) =>
          (Math.sin(w * t) +
            0.35 * Math.sin(2.76 * w * t) * Math.exp(-t * 5) +
            0.16 * Math.sin(5.4 * w * t) * Math.exp(-t * 11)) *
          Math.exp(-t * 2.6) *
          Math.min(1, t * 500) *
          0.8,
      );
    case "flute":
      return play(
        seconds + 0.2,
        (t) =>
          (Math.sin(w * t + 0.12 * Math.sin(TAU * 5 * t) * Math.min(1, t * 2)) + 0.16 * Math.sin(2 * w * t)) *
          gate(t, 0.07, 0.08) *
          0.8,
      );
    case "guitar": {
      const size = Math.max(2, Math.round(RATE / f));
      const n = noise(midi * 97);
      const string = Float32Array.from({ length: size }, n);
      return play(seconds + 0.35, (t, i) => {
        const at = i % size;
        const out = string[at]!;
        string[at] = 0.497 * (out + string[(at + 1) % size]!);
        return out * gate(t, 0.001, 0.08) * 0.8;
      });
    }
  }
};

/** A count: a tick with a vowel, like an instructor's "ta"; higher on the one. */
export const countTick = (hz: number): Float32Array => {
  const n = noise(71);
  let a1 = 0;
  let b1 = 0;
  let a2 = 0;
  let b2 = 0;
  let phase = 0;
  return play(0.2, (t) => {
    phase = (phase + (hz * (1 + 0.12 * Math.exp(-t * 30))) / RATE) % 1;
    const source = (phase < 0.12 ? 1 : -0.14) * Math.exp(-t * 13) + n() * 0.7 * Math.exp(-t * 160);
    // Two resonances, at 760 and 1,240 Hz, make the "ah".
    const f1 = (TAU * 760) / RATE;
    a1 += f1 * b1;
    b1 += f1 * (source - a1 - 0.16 * b1);
    const f2 = (TAU * 1240) / RATE;
    a2 += f2 * b2;
    b2 += f2 * (source - a2 - 0.13 * b2);
    return (b1 * 0.6 + b2 * 0.45 + n() * 0.16 * Math.exp(-t * 220)) * Math.min(1, t * 1500) * 0.5;
  });
};
