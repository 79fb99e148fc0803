/** A cast session as the player sees it: the output that replaces a track. */
import type { LoopRange } from "../engine/loop.ts";
import { TelevisionClock } from "./television-clock.ts";
import type { CastMedia, CastReport, CastStatus, Television } from "./television.ts";

/** Grace period after a command: reports of the television may still be about the time before. */
const RATE_SUPPORT_MS = 2_500;

export interface CastHost {
  /** Playback jumped from B to A of the loop. */
  loopRestarted(range: LoopRange): void;
  /** Playback was started or paused on the television itself, such as by its remote control. */
  changed(isPlaying: boolean): void;
  waiting(isWaiting: boolean): void;
  /** Reports whether the television plays at the requested tempo. */
  obeyedTempo(supports: boolean): void;
  ended(): void;
  /** The television couldn't play the media. */
  failed(): void;
  gone(): void;
}

export class Casting {
  readonly #television: Television;
  readonly #host: CastHost;
  readonly #describe: () => CastMedia;
  readonly #clock: TelevisionClock;
  #status: CastStatus;
  #hasEnded = false;
  #commandedAt: number;

  /** Loads the media of `describe` on the television at once. */
  constructor(television: Television, describe: () => CastMedia, castStatus: CastStatus, host: CastHost) {
    const now = performance.now();
    this.#television = television;
    this.#host = host;
    this.#describe = describe;
    this.#status = castStatus;
    this.#commandedAt = now;
    this.#clock = new TelevisionClock(castStatus.positionMs, castStatus.rate, now);
    this.reload();
  }

  get positionMs(): number {
    return this.#clock.positionAt(performance.now());
  }

  /** True while the television plays and is not buffering. */
  get isRunning(): boolean {
    return this.#clock.isRunning;
  }

  /** Loads the current media again from the current position. */
  reload(): void {
    const now = performance.now();
    const positionMs = this.positionMs;
    this.#hasEnded = false;
    this.#commandedAt = now;
    this.#clock.sendTo(positionMs, now);
    this.#television.load(
      this.#describe(),
      { ...this.#status, positionMs },
      {
        reported: (report) => this.#heard(report),
        failed: () => this.#host.failed(),
        gone: () => this.#host.gone(),
      },
    );
  }

  async play(): Promise<void> {
    this.#change({ isPlaying: true });
    if (this.#hasEnded) this.reload();
    else this.#television.play();
  }

  pause(): void {
    this.#change({ isPlaying: false });
    this.#clock.rest(performance.now());
    this.#television.pause();
  }

  seek(seconds: number): void {
    this.#clock.sendTo(seconds * 1000, performance.now());
    if (!this.#hasEnded) this.#television.seek(seconds * 1000);
  }

  setRate(rate: number): void {
    this.#change({ rate });
    this.#clock.setRate(rate, performance.now());
    this.#television.setRate(rate);
  }

  setSound({ muted, volume }: { readonly muted: boolean; readonly volume: number }): void {
    this.#change({ muted, volume });
    this.#television.setSound({ muted, volume });
  }

  setCaptions(captions: boolean): void {
    this.#change({ captions });
    this.#television.setCaptions(captions);
  }

  /** Call for every frame. Loops seek on the television, with a gap: it has no second track to take over. */
  tick(loop: LoopRange | null): void {
    if (loop === null || !this.isRunning || this.positionMs < loop.endMs) return;
    this.seek(loop.startMs / 1000);
    this.#host.loopRestarted(loop);
  }

  end(): void {
    this.#television.end();
  }

  #change(change: Partial<CastStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#commandedAt = performance.now();
  }

  #heard({ positionMs, phase, rate }: CastReport): void {
    const now = performance.now();
    const wants = this.#status.isPlaying;
    const isPlaying = phase === "playing" || phase === "waiting";
    const isCommanded = now < this.#commandedAt + RATE_SUPPORT_MS;
    if (phase === "ended") {
      if (isCommanded || this.#hasEnded) return;
      this.#hasEnded = true;
      this.#clock.rest(now);
      return this.#host.ended();
    }
    if (!isCommanded) {
      this.#clock.setRate(rate, now);
      this.#host.obeyedTempo(Math.abs(rate - this.#status.rate) < 0.01);
    }
    if (!this.#clock.heard(positionMs, phase === "playing" && wants, now)) return;
    if (isPlaying !== wants && !isCommanded) {
      this.#status = { ...this.#status, isPlaying };
      this.#host.changed(isPlaying);
    }
    this.#host.waiting(phase === "waiting" && wants);
  }
}
