/**
 * Quality of time-stretched music by method: ffmpeg's rubberband and atempo, and the browser itself. Printed per tempo, as medians
 * over the demo's music. Color: the spectral difference from the original in thirds of an octave (decibels, 43 ms windows).
 * Warbling and roughness: the difference in semitones (170 ms windows). Preserved attacks: percent of their steepness. False
 * attacks: percent of the original ones. The browser at 100 % shows the cost of recording itself.
 *
 *     npm run bench -- stretch
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSoundtrack } from "../demo/music/soundtrack.ts";
import { stretchFilter } from "../server/modules/media/time-stretch/stretch.ts";
import { transform } from "../contract/correlation.ts";
import { chromiumOptions } from "../tools/chromium.ts";

const require = createRequire(join(import.meta.dirname, "../package.json"));
const { chromium } = require("@playwright/test") as typeof import("@playwright/test");

const styles = ["hip-hop", "house", "latin"];
const percents = [50, 60, 65, 70, 75, 80, 85, 90];
const sampleRate = 48_000;
/** Hop size of the attack detection in samples: 2.5 ms. */
const hop = sampleRate / 400;
/** Band edges of a spectrum in hertz, and its window in samples. */
const bandsFrom = (from: number, count: number, perOctave: number) =>
  Array.from({ length: count + 1 }, (_unused, n) => from * 2 ** (n / perOctave));
const colour = { size: 2048, edges: bandsFrom(60, 24, 3) };
const tone = { size: 8192, edges: bandsFrom(100, 72, 12) };
const attack = { size: 512, edges: bandsFrom(250, 15, 3) };
type Look = typeof colour;

const folder = await mkdtemp(join(tmpdir(), "eightcount-stretch-"));
const server = createServer((request, response) => {
  const name = /^\/([\w-]+\.wav)$/.exec(request.url ?? "")?.[1];
  if (!name) return void response.setHeader("content-type", "text/html").end("<!doctype html>");
  readFile(join(folder, name)).then(
    (bytes) => response.setHeader("content-type", "audio/wav").end(bytes),
    () => response.writeHead(404).end(),
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch(chromiumOptions());
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const found = new Map<string, Quality[]>();
  const note = (percent: number, kind: string, quality: Quality) => {
    const key = `${percent} ${kind}`;
    found.set(key, [...(found.get(key) ?? []), quality]);
  };
  for (const style of styles) {
    const wav = join(folder, `${style}.wav`);
    await writeSoundtrack(style, [{ frames: 150, eights: 2, arrangement: "full", countIn: false }], wav);
    const original = decode(wav, "anull");
    for (const percent of [...percents, 100])
      note(
        percent,
        "browser",
        compare(original, await play(page, `/${style}.wav`, percent / 100), percent / 100),
      );
    for (const percent of percents)
      for (const [kind, filter] of [
        ["rubberband", stretchFilter(percent / 100)],
        ["atempo", `atempo=${percent / 100}`],
      ] as const)
        note(percent, kind, compare(original, decode(wav, filter), percent / 100));
  }
  process.stdout.write("tempo   by           colour, dB   tone, dB   attacks, %   false, %\n");
  for (const [key, all] of [...found].toSorted(([a], [b]) => Number.parseInt(a) - Number.parseInt(b))) {
    const mean = (name: keyof Quality) =>
      (all.reduce((sum, one) => sum + one[name], 0) / all.length).toFixed(1).padStart(11);
    const [percent, kind = ""] = key.split(" ");
    process.stdout.write(
      `${percent!.padStart(3)} %   ${kind.padEnd(11)}${mean("colourDb")}${mean("toneDb")} ${mean("attackPercent")}${mean("falsePercent")}\n`,
    );
  }
} finally {
  await browser.close();
  server.close();
  await rm(folder, { recursive: true });
}

interface Quality {
  colourDb: number;
  toneDb: number;
  attackPercent: number;
  falsePercent: number;
}

/** Mono samples of a file after an ffmpeg filter. */
function decode(path: string, filter: string): Float32Array {
  const bytes = execFileSync(
    "ffmpeg",
    ["-v", "error", "-i", path, "-af", filter, "-ac", "1", "-ar", String(sampleRate), "-f", "f32le", "-"],
    { maxBuffer: 1024 ** 3 },
  );
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Chromium's output for a file at `rate`. */
async function play(
  page: import("@playwright/test").Page,
  path: string,
  rate: number,
): Promise<Float32Array> {
  const base64 = await page.evaluate(
    async ([source, speed]) => {
      const context = new AudioContext({ sampleRate: 48_000, latencyHint: "playback" });
      await context.resume();
      const code = `registerProcessor("tape", class extends AudioWorkletProcessor {
        process([[left, right]]) {
          if (left) this.port.postMessage(left.map((value, i) => (value + (right ?? left)[i]) / 2));
          return true;
        }
      })`;
      await context.audioWorklet.addModule(
        URL.createObjectURL(new Blob([code], { type: "text/javascript" })),
      );
      const tape = new AudioWorkletNode(context, "tape");
      const blocks: Float32Array[] = [];
      tape.port.onmessage = ({ data }: MessageEvent<Float32Array>) => blocks.push(data);
      const audio = new Audio(source as string);
      audio.preservesPitch = true;
      audio.playbackRate = speed as number;
      context.createMediaElementSource(audio).connect(tape).connect(context.destination);
      const ended = new Promise((resolve) => audio.addEventListener("ended", resolve, { once: true }));
      await audio.play();
      await ended;
      await context.close();
      const bytes = new Uint8Array(await new Blob(blocks as Float32Array<ArrayBuffer>[]).arrayBuffer());
      let text = "";
      for (let at = 0; at < bytes.length; at += 32_768)
        text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      return btoa(text);
    },
    [path, rate] as const,
  );
  const bytes = Buffer.from(base64, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Levels of the bands around a sample, in decibels. */
function spectrumAt(samples: Float32Array, centre: number, { size, edges }: Look): number[] {
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const from = Math.round(centre) - size / 2;
  for (let i = 0; i < size; i++)
    re[i] = (samples[from + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  transform(re, im);
  return edges.slice(1).map((edge, band) => {
    const low = Math.max(1, Math.round((edges[band]! * size) / sampleRate));
    const high = Math.max(low + 1, Math.round((edge * size) / sampleRate));
    let energy = 0;
    for (let bin = low; bin < high; bin++) energy += re[bin]! ** 2 + im[bin]! ** 2;
    return 10 * Math.log10(energy / (high - low) + 1e-3);
  });
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Rise of the bands within five milliseconds in decibels, every 2.5 ms. */
function risesOf(samples: Float32Array): number[] {
  const levels = Array.from({ length: Math.floor(samples.length / hop) }, (_unused, i) =>
    spectrumAt(samples, i * hop, attack),
  );
  const floor = levels.flat().reduce((most, level) => Math.max(most, level), -Infinity) - 55;
  return levels.map((level, i) => {
    const before = levels[i - 2];
    if (!before) return 0;
    const rises = level.map((value, band) =>
      Math.max(0, Math.max(floor, value) - Math.max(floor, before[band]!)),
    );
    return rises.reduce((sum, rise) => sum + rise, 0) / rises.length;
  });
}

/** Peaks of `rises` of at least `least`, with nothing higher within 30 ms. */
function peaksOf(rises: readonly number[], least: number): number[] {
  return rises.flatMap((rise, i) => {
    const around = rises.slice(Math.max(0, i - 12), i + 13);
    return rise >= least && rise === Math.max(...around) ? [i] : [];
  });
}

/** Compares time-stretched sound with its original, at any start offset. */
function compare(original: Float32Array, slow: Float32Array, rate: number): Quality {
  const times = Array.from({ length: 280 }, (_unused, n) => 0.5 + n * 0.03);
  const distance = (lag: number, look: Look, every: number): number => {
    const off = times
      .filter((_time, n) => n % every === 0)
      .map((time) => {
        const wanted = spectrumAt(original, time * sampleRate, look);
        return spectrumAt(slow, (time / rate + lag) * sampleRate, look).map(
          (level, band) => level - wanted[band]!,
        );
      });
    // The playback level doesn't count.
    const louder = medianOf(off.flat());
    return medianOf(
      off.map((levels) =>
        Math.sqrt(levels.reduce((sum, level) => sum + (level - louder) ** 2, 0) / levels.length),
      ),
    );
  };
  const best = (lags: readonly number[], every: number) =>
    lags.map((lag) => ({ lag, off: distance(lag, colour, every) })).reduce((a, b) => (b.off < a.off ? b : a))
      .lag;
  const around = (middle: number, step: number, count: number) =>
    Array.from({ length: 2 * count + 1 }, (_unused, n) => middle + (n - count) * step);
  const lag = best(around(best(around(0.2, 0.01, 30), 10), 0.002, 5), 3);

  const before = risesOf(original);
  const after = risesOf(slow);
  const placeOf = (i: number) => i / rate + lag * 400;
  const isWithin = (i: number) => i > 200 && i < before.length - 200;
  const played = peaksOf(before, 4).filter(isWithin);
  const measured = played.map((i) => {
    const near = Math.round(placeOf(i));
    return (100 * Math.max(...after.slice(near - 16, near + 17))) / before[i]!;
  });
  const faint = peaksOf(before, 1);
  const unplayed = peaksOf(after, 2.5).filter(
    (k) => isWithin((k - lag * 400) * rate) && !faint.some((i) => Math.abs(placeOf(i) - k) <= 10),
  );
  return {
    colourDb: distance(lag, colour, 1),
    toneDb: distance(lag, tone, 1),
    attackPercent: medianOf(measured),
    falsePercent: (100 * unplayed.length) / played.length,
  };
}
