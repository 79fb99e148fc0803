import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { loopOf, type Arrangement } from "./loops.ts";
import { countTick, RATE } from "./voices.ts";

/** A section of music at one tempo: `frames` is frames per eight at 30 fps. `countIn` counts 5, 6, 7, 8 over its last eight. */
export type Stretch = { frames: number; eights: number; arrangement: Arrangement; countIn: boolean };

/** The largest sample: a loop's own values stay within ±1. */
const PEAK = 32_000;
const FADE = Math.round(RATE * 0.012);
const END_FADE = Math.round(RATE * 1.6);

/**
 * Yields the sound of consecutive sections in blocks of one eight: 16-bit little-endian stereo. Every machine that Node runs on is
 * little-endian.
 */
function* playStretches(style: string, stretches: readonly Stretch[]): Generator<Buffer> {
  const tick = countTick(215);
  const total = stretches.reduce((sum, s) => sum + s.eights * s.frames * (RATE / 30), 0);
  let position = 0;
  for (const stretch of stretches) {
    const loop = loopOf(style, stretch.frames, stretch.arrangement);
    const size = loop.samplesPerEight;
    for (let eight = 0; eight < stretch.eights; eight++) {
      const from = (eight % 4) * size;
      const last = eight === stretch.eights - 1;
      const block = Buffer.alloc(size * 4);
      const words = new Int16Array(block.buffer, block.byteOffset, size * 2);
      const { left, right } = loop;
      for (let i = 0; i < size; i++) {
        words[2 * i] = left[from + i]! * PEAK;
        words[2 * i + 1] = right[from + i]! * PEAK;
      }
      const fade = (start: number, end: number, gain: (i: number) => number): void => {
        for (let i = Math.max(0, start); i < Math.min(size, end); i++) {
          words[2 * i] = words[2 * i]! * gain(i);
          words[2 * i + 1] = words[2 * i + 1]! * gain(i);
        }
      };
      if (stretch.countIn && last) {
        for (const count of [4, 5, 6, 7]) {
          const start = Math.round((count + 0.5) * (size / 8));
          for (let k = 0; k < tick.length && start + k < size; k++) {
            const voice = tick[k]! * 0.62 * PEAK;
            const i = 2 * (start + k);
            words[i] = Math.max(-PEAK, Math.min(PEAK, words[i]! * 0.8 + voice));
            words[i + 1] = Math.max(-PEAK, Math.min(PEAK, words[i + 1]! * 0.8 + voice));
          }
        }
      }
      if (eight === 0) fade(0, FADE, (i) => i / FADE);
      if (last) fade(size - FADE, size, (i) => (size - i) / FADE);
      const toEnd = total - position;
      if (toEnd - size < END_FADE) fade(toEnd - END_FADE, size, (i) => (toEnd - i) / END_FADE);
      position += size;
      yield block;
    }
  }
}

const wavHeader = (bytes: number): Buffer => {
  const h = Buffer.alloc(44);
  h.write("RIFF", 0);
  h.writeUInt32LE(36 + bytes, 4);
  h.write("WAVEfmt ", 8);
  h.writeUInt32LE(16, 16);
  h.writeUInt16LE(1, 20);
  h.writeUInt16LE(2, 22);
  h.writeUInt32LE(RATE, 24);
  h.writeUInt32LE(RATE * 4, 28);
  h.writeUInt16LE(4, 32);
  h.writeUInt16LE(16, 34);
  h.write("data", 36);
  h.writeUInt32LE(bytes, 40);
  return h;
};

/**
 * Writes a soundtrack to `file`, 48 kHz stereo: FLAC if its name ends in .flac, else WAV. Writes atomically.
 * @throws the signal's reason when aborted, and ffmpeg's message if FLAC encoding fails
 */
export const writeSoundtrack = async (
  style: string,
  stretches: readonly Stretch[],
  file: string,
  options: { signal?: AbortSignal; ffmpeg?: string } = {},
): Promise<void> => {
  const partial = `${file}.${randomUUID()}.partial`;
  const bytes = stretches.reduce((sum, s) => sum + s.eights * s.frames * (RATE / 30) * 4, 0);
  try {
    if (file.endsWith(".flac")) await pipeFlac(style, stretches, partial, options);
    else {
      const handle = await open(partial, "wx");
      try {
        await handle.write(wavHeader(bytes));
        for (const block of playStretches(style, stretches)) {
          options.signal?.throwIfAborted();
          await handle.write(block);
        }
      } finally {
        await handle.close();
      }
    }
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

const pipeFlac = async (
  style: string,
  stretches: readonly Stretch[],
  partial: string,
  options: { signal?: AbortSignal; ffmpeg?: string },
): Promise<void> => {
  const encoder = spawn(
    options.ffmpeg ?? process.env["FFMPEG_PATH"] ?? "ffmpeg",
    [
      "-hide_banner",
      "-loglevel",
      "error",
      "-f",
      "s16le",
      "-ar",
      String(RATE),
      "-ac",
      "2",
      "-i",
      "pipe:0",
      "-c:a",
      "flac",
      "-compression_level",
      "3",
      "-f",
      "flac",
      partial,
    ],
    { stdio: ["pipe", "ignore", "pipe"] },
  );
  let complaint = "";
  encoder.stderr.on("data", (chunk: Buffer) => (complaint = (complaint + chunk).slice(-2000)));
  const closed = new Promise<number>((resolve, reject) => {
    encoder.on("error", reject);
    encoder.on("close", (code) => resolve(code ?? 1));
  });
  closed.catch(() => undefined);
  // The exit code gives the reason for a broken pipe.
  encoder.stdin.on("error", () => undefined);
  try {
    for (const block of playStretches(style, stretches)) {
      options.signal?.throwIfAborted();
      if (encoder.exitCode !== null) break;
      if (!encoder.stdin.write(block))
        await Promise.race([new Promise((resume) => encoder.stdin.once("drain", resume)), closed]);
    }
    encoder.stdin.end();
    const code = await closed;
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${complaint.trim()}`);
  } catch (error) {
    encoder.kill("SIGKILL");
    throw error;
  }
};
