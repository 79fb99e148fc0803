/** Aligns a recorded take with the class: fetches the class's sound, decodes the take's, and computes in a worker. */
import { decodeMono, readClassSound, SOUND_RATE } from "./class-sound.ts";
import type { LineUp } from "./line-up.ts";
import type { LineUpRequest } from "./line-up-worker.ts";
import { maxGapOf, stretchesOf } from "./take-clock.ts";
import type { Recording } from "./take-recorder.ts";

/** Longer sections add no accuracy and take long to compute. */
const ENOUGH_MS = 60_000;
/** Margin of the recording that is searched around the danced section. */
const AROUND_MS = 5_000;

/**
 * Aligns a recording by its longest stretch without a stall. Falls back to the clocks if there is no sound, or too little of the class in
 * it.
 */
export async function lineUpTake(recording: Recording, hlsUrl: string): Promise<LineUp> {
  const { recorded, startMs, endMs, rate, offsetMs, stops } = recording;
  const unsure: LineUp = { offsetMs, fit: 0, isSure: false };
  let taken: Float32Array;
  try {
    taken = await decodeMono(await recorded.arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException && error.name === "EncodingError") return unsure;
    throw error;
  }
  const { fromMs, toMs, lateMs } = maxGapOf(stretchesOf(startMs, endMs, stops));
  const heard = await readClassSound(hlsUrl, fromMs, Math.min(toMs, fromMs + ENOUGH_MS));
  // Real time from the start of the stretch to the start of the recording, and how much of the recording lies too far before it.
  const laterMs = (fromMs - startMs) / rate + lateMs;
  const skippedMs = Math.max(0, laterMs - offsetMs - AROUND_MS);
  const sampleAt = (ms: number): number => Math.round((ms / 1000) * SOUND_RATE);
  const worker = new Worker(new URL("./line-up-worker.ts", import.meta.url), { type: "module" });
  try {
    const found = await new Promise<LineUp>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<LineUp>) => resolve(data));
      worker.addEventListener("error", ({ message }) => reject(new Error(message)));
      const request: LineUpRequest = {
        heard,
        heardRate: SOUND_RATE,
        taken: taken.slice(sampleAt(skippedMs), sampleAt(skippedMs + ENOUGH_MS / rate + 2 * AROUND_MS)),
        takenRate: SOUND_RATE,
        rate,
        expectedMs: offsetMs - laterMs + skippedMs,
      };
      worker.postMessage(request, [heard.buffer, request.taken.buffer]);
    });
    return { ...found, offsetMs: found.offsetMs + laterMs - skippedMs };
  } finally {
    worker.terminate();
  }
}
