/** Probes that observe a player from outside: the visible frames and the gaps in the sound. */
import { BARCODE, type FrameReading, readBarcode, SAMPLE } from "./sample.ts";
/** The `performance.now()` at which scheduled sound is heard. */
export { heardAt } from "../engine/knock.ts";

const canvas = document.createElement("canvas");
canvas.width = SAMPLE.width;
canvas.height = SAMPLE.height;
const context = canvas.getContext("2d", { willReadFrequently: true });

/** The current frame of `video`, by its barcode; null before the first. */
export function readFrame(video: HTMLVideoElement): FrameReading | null {
  if (video.videoWidth === 0 || context === null) return null;
  context.drawImage(video, 0, 0, SAMPLE.width, SAMPLE.height);
  return readBarcode(context.getImageData(0, BARCODE.y, SAMPLE.width, 1).data);
}

/** A visible frame: its number, its view, and its time (`performance.now()`). */
export interface Sighting extends FrameReading {
  readonly at: number;
}

/** Records the topmost frame in `stage` for every paint. */
export function watchPictures(stage: HTMLElement): { readonly seen: Sighting[]; stop(): void } {
  const seen: Sighting[] = [];
  let running = true;
  const look = () => {
    if (!running) return;
    const top = stage.querySelector<HTMLVideoElement>("video[data-shown]");
    const reading = top === null ? null : readFrame(top);
    const last = seen.at(-1);
    if (
      reading !== null &&
      (last === undefined || last.frame !== reading.frame || last.back !== reading.back)
    ) {
      seen.push({ ...reading, at: performance.now() });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return {
    seen,
    stop: () => {
      running = false;
    },
  };
}

const WORKLET = `
registerProcessor('gap', class extends AudioWorkletProcessor {
  quiet = 0
  heard = false
  peak = 0
  blocks = 0
  process([input]) {
    const channel = input?.[0]
    for (let i = 0; i < 128; i++) {
      const level = channel ? Math.abs(channel[i]) : 0
      if (level > this.peak) this.peak = level
      if (level < 0.004) this.quiet++
      else {
        if (this.heard && this.quiet > 96) this.port.postMessage({ gapMs: this.quiet / sampleRate * 1000 })
        this.quiet = 0
        this.heard = true
      }
    }
    if (++this.blocks % 100 === 0) { this.port.postMessage({ peak: this.peak }); this.peak = 0 }
    return true
  }
})`;

/** Records silences longer than two milliseconds of all elements in `stage`, including ones added later. */
export async function watchSound(
  stage: HTMLElement,
): Promise<{ readonly gapsMs: number[]; peak(): number; forget(): void }> {
  const audio = new AudioContext();
  await audio.resume();
  await audio.audioWorklet.addModule(URL.createObjectURL(new Blob([WORKLET], { type: "text/javascript" })));
  const meter = new AudioWorkletNode(audio, "gap");
  meter.connect(audio.destination);
  const gapsMs: number[] = [];
  let peak = 0;
  meter.port.onmessage = ({ data }: MessageEvent<{ gapMs?: number; peak?: number }>) => {
    if (data.gapMs !== undefined) gapsMs.push(Math.round(data.gapMs * 10) / 10);
    if (data.peak !== undefined) peak = data.peak;
  };
  const connected = new WeakSet<HTMLMediaElement>();
  const connect = () => {
    for (const element of stage.querySelectorAll<HTMLMediaElement>("video, audio")) {
      if (connected.has(element) || element.dataset["angle"] === "back") continue;
      connected.add(element);
      audio.createMediaElementSource(element).connect(meter);
    }
  };
  connect();
  new MutationObserver(connect).observe(stage, { childList: true });
  return {
    gapsMs,
    peak: () => peak,
    forget: () => {
      gapsMs.length = 0;
    },
  };
}

/** One jump of a loop: how much longer than one frame the last frame was visible, and its distance from B and A. */
export interface Seam {
  readonly extraMs: number;
  readonly lastFrame: number;
  readonly firstFrame: number;
}

/** Finds loop jumps: places where the frame number falls. */
export function findSeams(seen: readonly Sighting[], rate = 1): Seam[] {
  const period = 1000 / SAMPLE.fps / rate;
  return seen.flatMap((now, i) => {
    const before = seen[i - 1];
    if (before === undefined || now.frame >= before.frame - 5) return [];
    return [
      {
        extraMs: Math.round((now.at - before.at - period) * 10) / 10,
        lastFrame: before.frame,
        firstFrame: now.frame,
      },
    ];
  });
}
