import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { bytesPerSample, soundRate } from "./commands.ts";

/** Part of a sound: its first sample, and the one after its last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A part, with hashes that identify repeats: of all of it, and of its ends, which affect its neighbors' sound. */
export interface Phrase extends Span {
  readonly whole: string;
  readonly head: string;
  readonly tail: string;
}

/** Plan for stretching repeated sound only once. All spans refer to the original sound. */
export interface Montage {
  /** Spans to stretch, concatenated, in one pass. */
  readonly slowed: readonly Span[];
  /** Spans to play, in order; each within one of `slowed`. */
  readonly heard: readonly Span[];
}

/** How much of its neighbors affects the sound of a phrase: several windows of the stretcher. Samples. */
const edgeSamples = 0.2 * soundRate;
/** Context before a part, for the stretcher to settle, and after it, to cross-fade into the next. Samples. */
const leadIn = soundRate;
const leadOut = 0.5 * soundRate;
/** Length of the cross-fade between parts that aren't contiguous. Samples. */
const fade = 0.02 * soundRate;

/**
 * Reads a file of PCM samples.
 * @param ends the end of each phrase; the first one begins at 0
 */
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
        head: hashOf(samples.subarray(0, edgeSamples * bytesPerSample)),
        tail: hashOf(samples.subarray(-edgeSamples * bytesPerSample)),
      });
    }
    return phrases;
  } finally {
    await file.close();
  }
}

/** Finds phrases with the same sound and the same neighboring sound; each group is stretched once. */
export function planMontage(phrases: readonly Phrase[]): Montage {
  const firstByKey = new Map<string, Phrase>();
  const heard: Span[] = [];
  const slowed: Span[] = [];
  const end = phrases.at(-1)?.to ?? 0;
  for (const [index, phrase] of phrases.entries()) {
    const key = [phrases[index - 1]?.tail, phrase.whole, phrases[index + 1]?.head].join(" ");
    const first = firstByKey.get(key);
    if (!first) {
      firstByKey.set(key, phrase);
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

/** Total samples of spans. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Copies spans of a file of PCM samples, concatenated, to another. */
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
 * Assembles the stretched sound from its parts.
 * @param path PCM samples: `montage.slowed`, concatenated, stretched to `rate`
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
      const from = Math.round(positionOf(montage.slowed, span.from) / rate);
      // Each part continues under the start of the next.
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

/** Position of a sample in concatenated spans. */
function positionOf(spans: readonly Span[], sample: number): number {
  let before = 0;
  for (const { from, to } of spans) {
    if (sample >= from && sample < to) return before + sample - from;
    before += to - from;
  }
  throw new Error(`Sample ${sample} is outside of the stretched spans`);
}

function crossFade(before: Buffer, samples: Buffer): void {
  for (let at = 0; at < before.length && at < samples.length; at += 2) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * Math.floor(at / bytesPerSample)) / fade);
    const value = before.readInt16LE(at) * (1 - share) + samples.readInt16LE(at) * share;
    samples.writeInt16LE(Math.round(value), at);
  }
}

/** Reads samples of a file; zeros beyond its end. */
async function readSamples(file: FileHandle, { from, to }: Span): Promise<Buffer> {
  const samples = Buffer.alloc((to - from) * bytesPerSample);
  for (let done = 0; done < samples.length;) {
    const { bytesRead } = await file.read(samples, done, samples.length - done, from * bytesPerSample + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return samples;
}
