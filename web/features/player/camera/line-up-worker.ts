/** Aligns takes off the main thread, so that playback stays smooth. */
import { lineUp, type LineUp, onsets } from "./line-up.ts";

/** Mono samples with their sample rates; see {@link lineUp} for the rest. */
export interface LineUpRequest {
  readonly heard: Float32Array;
  readonly heardRate: number;
  readonly taken: Float32Array;
  readonly takenRate: number;
  readonly rate: number;
  readonly expectedMs: number;
}

addEventListener("message", ({ data }: MessageEvent<LineUpRequest>) => {
  const answer: LineUp = lineUp(
    onsets(data.heard, data.heardRate),
    onsets(data.taken, data.takenRate),
    data.rate,
    data.expectedMs,
  );
  postMessage(answer);
});
