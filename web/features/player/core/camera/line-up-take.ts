/** Lines a recorded take up with the class: fetches the class's sound, decodes the take's, and leaves the work to a worker. */
import { decodeMono, readClassSound, SOUND_RATE } from "./class-sound.ts";
import type { LineUp } from "./line-up.ts";
import type { LineUpRequest } from "./line-up-worker.ts";
import type { Recording } from "./take-recorder.ts";

/** More than this tells nothing more, and takes long. */
const ENOUGH_MS = 60_000;

/** Where the recording belongs; what the clocks say where there is no sound, or too little of the class in it. */
export async function lineUpTake(recording: Recording, hlsUrl: string): Promise<LineUp> {
  const { film, startMs, endMs, rate, offsetMs } = recording;
  const unsure: LineUp = { offsetMs, fit: 0, isSure: false };
  let taken: Float32Array;
  try {
    taken = await decodeMono(await film.arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException && error.name === "EncodingError") return unsure;
    throw error;
  }
  const heard = await readClassSound(hlsUrl, startMs, Math.min(endMs, startMs + ENOUGH_MS));
  const worker = new Worker(new URL("./line-up-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<LineUp>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<LineUp>) => resolve(data));
      worker.addEventListener("error", ({ message }) => reject(new Error(message)));
      const request: LineUpRequest = {
        heard,
        heardRate: SOUND_RATE,
        taken: taken.slice(0, Math.round(((ENOUGH_MS / rate + 5_000) / 1000) * SOUND_RATE)),
        takenRate: SOUND_RATE,
        rate,
        expectedMs: offsetMs,
      };
      worker.postMessage(request, [heard.buffer, request.taken.buffer]);
    });
  } finally {
    worker.terminate();
  }
}
