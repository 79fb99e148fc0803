import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { bytesPerSample, soundRate } from "./commands.ts";

/** A part of a sound: its first sample and the one after its last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A part, and what it is known again by: all of it, and its ends, which its neighbours' sound depends on. */
export interface Phrase extends Span {
  readonly whole: string;
  readonly head: string;
  readonly tail: string;
}

/** How a sound is slowed without slowing anything twice. All spans are of the sound as it was. */
export interface Montage {
  /** What is slowed, one after another, in one go. */
  readonly slowed: readonly Span[];
  /** What is heard, one after another; each within one of `slowed`. */
  readonly heard: readonly Span[];
}

/** How much of its neighbours has a say in how a phrase sounds: several windows of the stretcher. Samples. */
const edge = 0.2 * soundRate;
/** What the stretcher hears before a part, to settle, and after it, to fade into the next one. Samples. */
const leadIn = soundRate;
const leadOut = 0.5 * soundRate;
/** Parts that don't belong together fade into each other for so long. Samples. */
const fade = 0.02 * soundRate;

/** Reads a file of plain samples. @param ends the end of each phrase; the first one begins with the file */
export async function readPhrases(path: string, ends: readonly number[]): Promise<Phrase[]> {
  const file = await open(path, "r");
  try {
    const phrases: Phrase[] = [];
    for (const [index, to] of ends.entries()) {
      const from = ends[index - 1] ?? 0;
      const samples = await readSamples(file, { from, to });
      const hashOf = (part: Buffer) => createHash("sha256").update(part).digest("base64");
      phrases.push({
        from,
        to,
        whole: hashOf(samples),
        head: hashOf(samples.subarray(0, edge * bytesPerSample)),
        tail: hashOf(samples.subarray(-edge * bytesPerSample)),
      });
    }
    return phrases;
  } finally {
    await file.close();
  }
}

/** Finds phrases that sound alike among neighbours that do: the first of them is slowed for all. */
export function planMontage(phrases: readonly Phrase[]): Montage {
  const firsts = new Map<string, Phrase>();
  const heard: Span[] = [];
  const slowed: Span[] = [];
  const end = phrases.at(-1)?.to ?? 0;
  for (const [index, phrase] of phrases.entries()) {
    const key = [phrases[index - 1]?.tail, phrase.whole, phrases[index + 1]?.head].join(" ");
    const first = firsts.get(key);
    if (!first) {
      firsts.set(key, phrase);
      const [from, to] = [Math.max(0, phrase.from - leadIn), Math.min(end, phrase.to + leadOut)];
      const last = slowed.at(-1);
      if (last && last.to >= from) slowed[slowed.length - 1] = { from: last.from, to };
      else slowed.push({ from, to });
    }
    const { from, to } = first ?? phrase;
    const last = heard.at(-1);
    if (last?.to === from) heard[heard.length - 1] = { from: last.from, to };
    else heard.push({ from, to });
  }
  return { slowed, heard };
}

/** How many samples spans have together. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Copies spans of a file of plain samples one after another to another. */
export async function copySpans(path: string, spans: readonly Span[], to: string): Promise<void> {
  const [file, out] = [await open(path, "r"), await open(to, "w")];
  try {
    for (const span of spans) await out.write(await readSamples(file, span));
  } finally {
    await file.close();
    await out.close();
  }
}

/**
 * Puts what is heard together from what was slowed.
 * @param path plain samples: `montage.slowed`, one after another, slowed to `rate`
 */
export async function assemble(path: string, montage: Montage, rate: number, to: string): Promise<void> {
  const [file, out] = [await open(path, "r"), await open(to, "w")];
  try {
    let before = 0;
    let tail: Buffer = Buffer.alloc(0);
    for (const span of montage.heard) {
      const start = Math.round(before / rate);
      before += span.to - span.from;
      const length = Math.round(before / rate) - start;
      const from = Math.round(placeOf(montage.slowed, span.from) / rate);
      // Each goes on beneath the next one's beginning.
      const samples = await readSamples(file, { from, to: from + length + fade });
      crossFade(tail, samples);
      await out.write(samples.subarray(0, length * bytesPerSample));
      tail = samples.subarray(length * bytesPerSample);
    }
  } finally {
    await file.close();
    await out.close();
  }
}

/** Where a sample lies when spans are put one after another. */
function placeOf(spans: readonly Span[], sample: number): number {
  let before = 0;
  for (const { from, to } of spans) {
    if (sample >= from && sample < to) return before + sample - from;
    before += to - from;
  }
  throw new Error(`Sample ${sample} is in none of the spans that are slowed`);
}

function crossFade(before: Buffer, samples: Buffer): void {
  for (let at = 0; at < before.length && at < samples.length; at += 2) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * Math.floor(at / bytesPerSample)) / fade);
    const value = before.readInt16LE(at) * (1 - share) + samples.readInt16LE(at) * share;
    samples.writeInt16LE(Math.round(value), at);
  }
}

/** Samples of a file; silence beyond its end. */
async function readSamples(file: FileHandle, { from, to }: Span): Promise<Buffer> {
  const samples = Buffer.alloc((to - from) * bytesPerSample);
  for (let done = 0; done < samples.length;) {
    const { bytesRead } = await file.read(samples, done, samples.length - done, from * bytesPerSample + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return samples;
}
