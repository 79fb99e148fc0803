import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classOf, CLASSES } from "../catalog/classes.ts";
import { TROUPES } from "../catalog/troupes.ts";
import { renderAudio } from "../index.ts";
import { loopOf, type Arrangement } from "./loops.ts";
import { SONGS } from "./songs.ts";
import { RATE } from "./voices.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "eightcount-music-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Kick onsets in samples: sudden rises of the signal below some 120 Hz. */
const kicksOf = (mono: Float32Array): number[] => {
  const found: number[] = [];
  let low = 0;
  let slow = 0;
  for (let i = 0; i < mono.length; i++) {
    low += 0.016 * (mono[i]! - low);
    const power = low * low;
    if (power > 0.004 && power > slow * 6 && i - (found.at(-1) ?? -RATE) > RATE * 0.12) found.push(i);
    slow += 0.0016 * (power - slow);
  }
  return found;
};
const monoOf = (left: Float32Array, right: Float32Array): Float32Array =>
  left.map((v, i) => (v + right[i]!) / 2);
const rmsOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, v) => sum + v * v, 0) / samples.length);

describe("music loops", () => {
  it.each(["hip-hop", "afro", "heels"])("puts the kicks of %s on the beat grid", (style) => {
    const frames = TROUPES.find((t) => t.movement === style)!.frames.full;
    const loop = loopOf(style, frames, "full");
    const kicks = kicksOf(monoOf(loop.left, loop.right));
    const pattern = SONGS[style]!.patterns.kick;
    for (let bar = 0; bar < 8; bar++) {
      const hits = pattern[bar % pattern.length]!;
      for (let beat = 0; beat < 4; beat++) {
        if (hits[beat * 4] !== "x") continue;
        // Beat n of an eight lies at (n + ½) eighths of it.
        const at = ((bar * 4 + beat + 0.5) * loop.samplesPerEight) / 8;
        const nearest = Math.min(...kicks.map((k) => Math.abs(k - at)));
        expect((nearest / RATE) * 1000).toBeLessThan(15);
      }
    }
  });

  it.each(["house", "fitness"])(
    "puts a kick of %s on every beat, audible through a continuous bass",
    (style) => {
      const loop = loopOf(style, TROUPES.find((t) => t.movement === style)!.frames.full, "full");
      const mono = monoOf(loop.left, loop.right);
      let low = 0;
      const deep = mono.map((v) => (low += 0.012 * (v - low)));
      for (let beat = 0; beat < 32; beat++) {
        const at = Math.round(((beat + 0.5) * loop.samplesPerEight) / 8);
        expect(rmsOf(deep.subarray(at + 200, at + 2600))).toBeGreaterThan(
          1.25 * rmsOf(deep.subarray(at - 2600, at - 100)),
        );
      }
    },
  );

  it("is equally loud in every arrangement", () => {
    const levels = (["groove", "talk", "count", "slow", "full", "cool"] as Arrangement[]).map((a) =>
      rmsOf(loopOf("afro", 132, a).left),
    );
    expect(20 * Math.log10(Math.max(...levels) / Math.min(...levels))).toBeLessThan(6);
  });

  it("differs between styles", () => {
    const loops = TROUPES.map(({ movement, frames }) =>
      Array.from(loopOf(movement, frames.full, "full").left.subarray(5000, 5040)).join(),
    );
    expect(new Set(loops).size).toBe(Object.keys(SONGS).length);
  });

  it("has audible counts where counts are taught", () => {
    const frames = 192;
    const counted = loopOf("hip-hop", frames, "count");
    const beat = counted.samplesPerEight / 8;
    for (let count = 0; count < 8; count++) {
      const at = Math.round((count + 0.5) * beat);
      const before = rmsOf(counted.left.subarray(at - 1200, at - 200));
      const after = rmsOf(counted.left.subarray(at, at + 1000));
      expect(after).toBeGreaterThan(before);
    }
  });
});

describe("soundtrack", () => {
  it("is 48 kHz stereo, as long as its class, with the first kick on the first beat", async () => {
    const of = classOf("penguins-in-a-row");
    const file = join(dir, "a.wav");
    await renderAudio({ classSlug: of.slug, file });
    const bytes = await readFile(file);
    expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
    expect(bytes.readUInt16LE(22)).toBe(2);
    expect(bytes.readUInt32LE(24)).toBe(RATE);
    expect(((bytes.length - 44) / 4 / RATE) * 1000).toBeCloseTo(of.durationInMs, 3);
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, (bytes.length - 44) / 2);
    const secondPart = of.parts[1]!;
    const from = Math.round((secondPart.startMs / 1000) * RATE);
    const mono = Float32Array.from(
      { length: RATE * 4 },
      (_, i) => (samples[2 * (from + i)]! + samples[2 * (from + i) + 1]!) / 65_536,
    );
    const grid = of.beatGrid[1]!;
    const firstKick = kicksOf(mono)[0]! / RATE;
    expect(Math.abs(firstKick * 1000 - (grid.firstBeatMs - grid.startMs))).toBeLessThan(25);
  });

  it("is byte-identical when rendered again", async () => {
    const [a, b] = [join(dir, "1.wav"), join(dir, "2.wav")];
    await renderAudio({ classSlug: "four-poses", file: a });
    await renderAudio({ classSlug: "four-poses", file: b });
    expect((await readFile(a)).equals(await readFile(b))).toBe(true);
  });

  it("leaves no files when aborted", async () => {
    const file = join(dir, "never.wav");
    await expect(
      renderAudio({ classSlug: CLASSES[0]!.slug, file, signal: AbortSignal.abort(new Error("enough")) }),
    ).rejects.toThrow("enough");
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });
});
