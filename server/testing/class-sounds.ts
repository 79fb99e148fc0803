/** Sounds of classes, and recordings and videos of them, for tests. Sounds are mono at the sample rate of the analysis. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loopOf, type Arrangement } from "../../demo/music/loops.ts";
import { RATE } from "../../demo/music/voices.ts";
import { analysisRate } from "../modules/media/beat/onsets.ts";
import { ffmpeg } from "./media-samples.ts";

/** Deterministic numbers, 0 to 1. */
export function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A class in which someone talks, sometimes over music: what `seconds` of it sound like at the instructor. */
export function soundOfClass(style: string, frames: number, seconds: number, seed: number): Float32Array {
  const random = randomOf(seed);
  const sound = new Float32Array(Math.floor(seconds * analysisRate));
  const arrangements: readonly Arrangement[] = ["talk", "count", "full", "groove"];
  for (let at = 8 + random() * 5; at < seconds;) {
    const length = 20 + random() * 40;
    const arrangement = arrangements[Math.floor(random() * arrangements.length)]!;
    addMusic(sound, style, frames, arrangement, at, Math.min(seconds, at + length));
    at += length + random() * 12;
  }
  for (let at = 0.5; at < seconds; at += 0.12 + random() * (random() < 0.1 ? 6 : 0.5))
    addSyllable(sound, at, 0.08 + random() * 0.15, 110 + random() * 120, random);
  return sound;
}

/** Adds a stretch of music to a sound. */
export function addMusic(
  sound: Float32Array,
  style: string,
  frames: number,
  arrangement: Arrangement,
  from: number,
  to: number,
): void {
  const { left } = loopOf(style, frames, arrangement);
  const ratio = RATE / analysisRate;
  const first = Math.floor(from * analysisRate);
  for (let i = first; i < Math.min(sound.length, to * analysisRate); i += 1) {
    const at = Math.floor((i - first) * ratio);
    for (let k = 0; k < ratio; k += 1) sound[i]! += left[(at + k) % left.length]! / ratio;
  }
}

function addSyllable(
  sound: Float32Array,
  at: number,
  seconds: number,
  hertz: number,
  random: () => number,
): void {
  const first = Math.floor(at * analysisRate);
  const length = Math.floor(seconds * analysisRate);
  for (let i = 0; i < length && first + i < sound.length; i += 1) {
    const envelope = Math.sin((Math.PI * i) / length) ** 0.5;
    const turn = (2 * Math.PI * hertz * i) / analysisRate;
    sound[first + i]! +=
      envelope * 0.25 * (Math.sin(turn) + 0.6 * Math.sin(3 * turn) + 0.3 * (random() - 0.5));
  }
}

/** How a recorder hears a class. */
export interface Recorder {
  /** When it starts, seconds into the class. */
  readonly fromSeconds: number;
  readonly seconds: number;
  /** How much faster its clock runs, parts per million. */
  readonly driftPpm: number;
  /** Decides about echoes and the color of its microphone. */
  readonly room: number;
  /** Level of its noise relative to the sound, 0 to 1. */
  readonly noise: number;
}

/** A recording of a sound. */
export function record(sound: Float32Array, recorder: Recorder): Float32Array {
  const random = randomOf(recorder.room);
  const heard = new Float32Array(Math.floor(recorder.seconds * analysisRate));
  const echoes = Array.from({ length: 10 }, () => {
    const delay = random() * 0.3;
    return { delay: Math.round(delay * analysisRate), gain: 0.5 * Math.exp(-delay * 8) * (random() - 0.3) };
  });
  const clock = 1 + recorder.driftPpm / 1e6;
  const direct = resampled(sound, recorder.fromSeconds * analysisRate, 1 / clock, heard.length);
  const smoothing = 0.25 + 0.7 * random();
  let [low, energy] = [0, 0];
  for (let i = 0; i < heard.length; i += 1) {
    let value = direct[i]!;
    for (const { delay, gain } of echoes) if (i >= delay) value += gain * direct[i - delay]!;
    low += smoothing * (value - low);
    heard[i] = low;
    energy += low * low;
  }
  const level = Math.sqrt(energy / heard.length) * recorder.noise * 2;
  return heard.map((value) => 0.4 * (value + level * (random() - 0.5) * 2));
}

/** `length` values of a sound, from a place that may lie outside of it, `step` apart. */
function resampled(sound: Float32Array, from: number, step: number, length: number): Float32Array {
  return Float32Array.from({ length }, (_unused, i) => {
    const at = from + i * step;
    const low = Math.floor(at);
    return (sound[low] ?? 0) * (1 - at + low) + (sound[low + 1] ?? 0) * (at - low);
  });
}

/**
 * A small video that a camera took of a class, at 20 frames per second: black, and white for the tenth of a second from
 * 30 s of the class on.
 * @returns its path
 */
export async function makeSourceVideo(
  folder: string,
  name: string,
  sound: Float32Array,
  camera: { readonly fromSeconds: number; readonly seconds: number; readonly size?: string },
): Promise<string> {
  const { fromSeconds, seconds, size = "160x90" } = camera;
  const samples = record(sound, { fromSeconds, seconds, driftPpm: 0, room: name.length, noise: 0.1 });
  const raw = join(folder, `${name}.f32`);
  await writeFile(raw, new Uint8Array(samples.buffer));
  const path = join(folder, `${name}.mp4`);
  const flash = 30 - fromSeconds;
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    `color=black:s=${size}:r=20:d=${seconds}`,
    ...`-f f32le -ar ${analysisRate} -ac 1 -i`.split(" "),
    raw,
    "-vf",
    `drawbox=color=white:t=fill:enable='between(t,${flash},${flash + 0.1})'`,
    ..."-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest".split(" "),
    path,
  );
  return path;
}
