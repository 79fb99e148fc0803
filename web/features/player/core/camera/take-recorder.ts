/** Records camera and room while the class plays, and knows which moment of the class each moment of the film belongs to. */
import type { Player } from "../player.ts";
import { type Entered, type Stop, TakeClock } from "./take-clock.ts";

/** When it goes on for longer than this, somebody forgot it. */
const LONGEST_TAKE_MS = 10 * 60_000;
/** The last count rings on. */
const AFTER_MS = 300;
const types = [
  "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
  "video/webm;codecs=vp8,opus",
  "video/webm",
  "video/mp4",
];

export interface Recording {
  readonly film: Blob;
  /** What of the class was danced. */
  readonly startMs: number;
  readonly endMs: number;
  readonly rate: number;
  /** By the clocks: real time from the class standing at `startMs` to the film's beginning, in milliseconds; negative as a rule. */
  readonly offsetMs: number;
  /** Where the class stood still meanwhile. */
  readonly stops: readonly Stop[];
}

export class TakeRecorder {
  readonly #recorder: MediaRecorder;
  readonly #chunks: Blob[] = [];
  readonly #begun: Promise<number>;
  #ended: Promise<void>;
  #stopped = false;

  /** Begins at once. `stream` has the camera and, where it was allowed, the room's sound. */
  constructor(stream: MediaStream) {
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
    const options: MediaRecorderOptions & { videoKeyFrameIntervalDuration: number } = {
      ...(mimeType ? { mimeType } : {}),
      videoBitsPerSecond: 2_500_000,
      // Whole pictures twice a second, so that one can go to any place of it.
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

  /** Ends the take, if it hasn't ended. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
  }

  /**
   * Resolves when the class, which entered as said, has come to the loop's end, or was paused, moved or slowed, or `stop` was called. A class
   * that stands still for want of media or time ends nothing. Null when nothing of the class was danced.
   */
  async follow(player: Player, entered: Entered): Promise<Recording | null> {
    const { rate, loop } = player.state;
    const whole = loop?.endMs ?? player.durationMs;
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
          (!isBefore && (state.rate !== rate || now - entered.at > LONGEST_TAKE_MS || !clock.look(ms, now)));
        if (!isBefore && !isOver) endMs = Math.min(Math.max(endMs, ms), whole);
        if (!isOver && ms < whole) return;
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
      film: new Blob(this.#chunks, { type: this.#recorder.mimeType }),
      startMs: entered.ms,
      endMs,
      rate,
      offsetMs: begunAt - entered.at,
      stops: clock.stops.filter(({ atMs }) => atMs < endMs),
    };
  }
}
