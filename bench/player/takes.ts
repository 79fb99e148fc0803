/** Accuracy of the alignment of takes with the class, on the demo's music as a phone in a room records it. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSoundtrack } from "../../demo/music/soundtrack.ts";
import { lineUp, onsets } from "../../web/features/player/camera/line-up.ts";
import { report } from "./stage.ts";

const sampleRate = 48_000;

/** Mono samples of a WAV file of 16-bit stereo. */
function monoOf(wav: Buffer): Float32Array {
  const words = new Int16Array(wav.buffer, wav.byteOffset + 44, Math.floor((wav.length - 44) / 2));
  return Float32Array.from(
    { length: words.length / 2 },
    (_unused, i) => (words[2 * i]! + words[2 * i + 1]!) / 65_536,
  );
}

/** A recording from `fromS` on: quieter, with echoes of a room, and noise at `noise` of the music's loudness. */
function record(sound: Float32Array, fromS: number, seconds: number, noise: number): Float32Array {
  const begin = Math.round(fromS * sampleRate);
  const loud = Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / sound.length);
  return Float32Array.from({ length: seconds * sampleRate }, (_unused, k) => {
    const at = (delay: number) => sound[begin + k - Math.round(delay * sampleRate)] ?? 0;
    const room = at(0) + 0.4 * at(0.011) + 0.25 * at(0.023) + 0.15 * at(0.061);
    return 0.2 * (room + noise * loud * (Math.random() * 2 - 1) * Math.sqrt(3));
  });
}

/** Prints the error over styles, offsets and clock errors, for three rooms. */
export async function measureTakes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-takes-"));
  try {
    for (const [room, noise] of [
      ["quiet room", 0.01],
      ["a fan, a street", 0.3],
      ["people talking", 1],
    ] as const) {
      const errors: number[] = [];
      let unsure = 0;
      for (const style of ["hip-hop", "house", "latin"]) {
        const wav = join(folder, `${style}.wav`);
        await writeSoundtrack(style, [{ frames: 150, eights: 5, arrangement: "full", countIn: false }], wav);
        const sound = monoOf(await readFile(wav));
        const heard = onsets(sound.subarray(0, 20 * sampleRate), sampleRate);
        for (const fromS of [0, 0.137, 1.2345, 2.71])
          for (const clockMs of [-150, 0, 120, 250]) {
            const taken = onsets(record(sound, fromS, 12, noise), sampleRate);
            const found = lineUp(heard, taken, 1, fromS * 1000 + clockMs);
            if (found.isSure) errors.push(Math.abs(found.offsetMs - fromS * 1000));
            else unsure += 1;
          }
      }
      report(`take beside the class, ms: ${room} (${unsure} unsure)`, errors, "33");
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
