import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesPerSample, soundRate } from "./commands.ts";
import { lengthOf, planMontage, readPhrases } from "./montage.ts";
import type { Phrase, Span } from "./montage.ts";

/** Seconds. */
const phraseSeconds = 2;
const within = (inner: Span, outer: Span) => inner.from >= outer.from && inner.to <= outer.to;

it("plays the original order from parts that are each stretched once", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 40 }), (sounds) => {
      const size = phraseSeconds * soundRate;
      const phrases = sounds.map((sound, n): Phrase => ({
        from: n * size,
        to: (n + 1) * size,
        whole: sound,
        head: sound,
        tail: sound,
      }));
      const { heard, slowed } = planMontage(phrases);
      const played = heard.flatMap(({ from, to }) => sounds.slice(from / size, to / size));
      expect(played).toEqual(sounds);
      for (const span of heard) expect(slowed.filter((one) => within(span, one))).toHaveLength(1);
      expect(lengthOf(heard)).toBe(sounds.length * size);
      expect(lengthOf(slowed)).toBeLessThanOrEqual(sounds.length * size);
      // Any length has a bounded number of contexts: three phrases, each between three neighbors on both sides; at the
      // ends two.
      expect(lengthOf(slowed)).toBeLessThanOrEqual((27 + 2) * (phraseSeconds + 1.5) * soundRate);
    }),
  );
});

it("distinguishes phrases by their sound, including the ends of their neighbors", async () => {
  const folder = await mkdtemp(join(tmpdir(), "montage-"));
  try {
    const phrase = (value: number) => Buffer.alloc(phraseSeconds * soundRate * bytesPerSample, value);
    const path = join(folder, "sound.pcm");
    await writeFile(path, Buffer.concat([1, 1, 1, 1, 2, 1, 1].map(phrase)));
    const phrases = await readPhrases(
      path,
      [1, 2, 3, 4, 5, 6, 7].map((n) => n * phraseSeconds * soundRate),
    );
    const keys = phrases.map(({ whole }) => whole);
    expect(new Set(keys).size).toBe(2);
    // The third repeats the second. The others are at the start, at the end, or next to a different phrase.
    expect(planMontage(phrases).heard).toEqual([
      { from: 0, to: 2 * phraseSeconds * soundRate },
      { from: phraseSeconds * soundRate, to: 2 * phraseSeconds * soundRate },
      { from: 3 * phraseSeconds * soundRate, to: 7 * phraseSeconds * soundRate },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
