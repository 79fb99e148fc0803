import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesPerSample, soundRate } from "./commands.ts";
import { lengthOf, planMontage, readPhrases } from "./montage.ts";
import type { Phrase, Span } from "./montage.ts";

/** Seconds. */
const long = 2;
const within = (inner: Span, outer: Span) => inner.from >= outer.from && inner.to <= outer.to;

it("plays the original order from parts that are each stretched once", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 40 }), (letters) => {
      const size = long * soundRate;
      const phrases = letters.map((letter, n): Phrase => ({
        from: n * size,
        to: (n + 1) * size,
        whole: letter,
        head: letter,
        tail: letter,
      }));
      const { heard, slowed } = planMontage(phrases);
      const played = heard.flatMap(({ from, to }) => letters.slice(from / size, to / size));
      expect(played).toEqual(letters);
      for (const span of heard) expect(slowed.filter((one) => within(span, one))).toHaveLength(1);
      expect(lengthOf(heard)).toBe(letters.length * size);
      expect(lengthOf(slowed)).toBeLessThanOrEqual(letters.length * size);
      // Any length has a bounded number of contexts: three phrases, each between three neighbors on both sides; at the
      // ends two.
      expect(lengthOf(slowed)).toBeLessThanOrEqual((27 + 2) * (long + 1.5) * soundRate);
    }),
  );
});

it("distinguishes phrases by their sound, including the ends of their neighbors", async () => {
  const folder = await mkdtemp(join(tmpdir(), "montage-"));
  try {
    const phrase = (value: number) => Buffer.alloc(long * soundRate * bytesPerSample, value);
    const path = join(folder, "sound.pcm");
    await writeFile(path, Buffer.concat([1, 1, 1, 1, 2, 1, 1].map(phrase)));
    const phrases = await readPhrases(
      path,
      [1, 2, 3, 4, 5, 6, 7].map((n) => n * long * soundRate),
    );
    const keys = phrases.map(({ whole }) => whole);
    expect(new Set(keys).size).toBe(2);
    // The third repeats the second. The others are at the start, at the end, or next to a different phrase.
    expect(planMontage(phrases).heard).toEqual([
      { from: 0, to: 2 * long * soundRate },
      { from: long * soundRate, to: 2 * long * soundRate },
      { from: 3 * long * soundRate, to: 7 * long * soundRate },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
