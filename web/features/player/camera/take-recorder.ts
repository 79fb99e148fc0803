/** Records camera and microphone while the class plays, and maps the recording's time to the class's. */
import type { Player } from "../engine/player.ts";
import { type Entered, type Stop, TakeClock } from "./take-clock.ts";

/** Maximum duration: longer recordings were left running by mistake. */
const MAX_TAKE_MS = 10 * 60_000;
/** Records on for this long, so that the last count is complete. */
const AFTER_MS = 300;
const types = [
  "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
  "video/webm;codecs=vp8,opus",
  "video/webm",
  "video/mp4",
];

export interface Recording {
  readonly recorded: Blob;
  /** The danced section of the class. */
  readonly startMs: number;
  readonly endMs: number;
  readonly rate: number;
  /** Clock estimate: real time from the class being at `startMs` to the start of the recording, in milliseconds. Usually negative. */
  readonly offsetMs: number;
  /** Stalls of the class during the take. */
  readonly stops: readonly Stop[];
}

export class TakeRecorder {
  readonly #recorder: MediaRecorder;
  readonly #chunks: Blob[] = [];
  readonly #begun: Promise<number>;
  #ended: Promise<void>;
  #stopped = false;

  /** Starts recording at once. `stream` has the camera and, where allowed, the microphone. */
  constructor(stream: MediaStream) {
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
    const options: MediaRecorderOptions & { videoKeyFrameIntervalDuration: number } = {
      ...(mimeType ? { mimeType } : {}),
      videoBitsPerSecond: 2_500_000,
      // A key frame every half second makes the recording seekable.
      videoKeyFrameIntervalDuration: 500,
    };
    this.#recorder = new MediaRecorder(stream, options);
    this.#recorder.addEventListener("dataavailable", ({ data }) => this.#chunks.push(data));
    this.#begun = new Promise((resolve) => {
      this.#recorder.addEventListener("start", () => resolve(performance.now()), { once: true });
    });
    this.#ended = new Promise((resolve) => {
      this.#recorder.addEventListener("stop", () => resolve(), { once: true });
    });
    this.#recorder.start(1000);
  }

  /** Ends the take if it is still recording. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
  }

  /**
   * Records until the loop's end, a pause, a seek, a tempo change or `stop`. Stalls do not end the take. Resolves to null if nothing of the
   * class was danced.
   */
  async follow(player: Player, entered: Entered): Promise<Recording | null> {
    const { rate, loop } = player.state;
    const limitMs = loop?.endMs ?? player.durationMs;
    const clock = new TakeClock(entered, rate);
    let endMs = entered.ms;
    await new Promise<void>((resolve) => {
      const leave = player.onFrame((ms) => {
        const now = performance.now();
        const { state } = player;
        const isBefore = state.countIn !== null || now < entered.at;
        const isOver =
          this.#stopped ||
          !state.playing ||
          (!isBefore && (state.rate !== rate || now - entered.at > MAX_TAKE_MS || !clock.look(ms, now)));
        if (!isBefore && !isOver) endMs = Math.min(Math.max(endMs, ms), limitMs);
        if (!isOver && ms < limitMs) return;
        leave();
        resolve();
      });
    });
    if (endMs > entered.ms && !this.#stopped) await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
    this.stop();
    const begunAt = await this.#begun;
    await this.#ended;
    if (endMs - entered.ms < 500) return null;
    return {
      recorded: new Blob(this.#chunks, { type: this.#recorder.mimeType }),
      startMs: entered.ms,
      endMs,
      rate,
      offsetMs: begunAt - entered.at,
      stops: clock.stops.filter(({ atMs }) => atMs < endMs),
    };
  }
}
