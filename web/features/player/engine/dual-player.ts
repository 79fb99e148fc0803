/**
 * The dual player of a class: the active track, and a standby track that takes over at a loop's end. The standby track is created for the
 * first loop, and dropped if the browser plays only one.
 */
import type { AngleKey } from "../../../../contract/angles.ts";
import { AngleGroup, type TrackSource } from "./angles.ts";
import type { StreamFault } from "./engine.ts";
import type { LoopRange } from "./loop.ts";
import type { Observed } from "./observed.ts";
import type { PlayerState } from "./player-state.ts";

const LOOP_AHEAD_S = 4;
/** An element paused within this time after another started was paused by the browser, which plays only one. */
const PAUSED_FOR_ANOTHER_MS = 100;

const reports = ["loadeddata", "loadedmetadata", "playing", "canplay", "waiting", "seeked", "ended"] as const;
/** Media events that a track reports. */
export type TrackReport = (typeof reports)[number];

export interface DualPlayerEvents {
  /** The active track reported this while the class plays on this device. */
  reported(report: TrackReport): void;
  fault(fault: StreamFault): void;
  recovered(): void;
  /** The stream of the active track's sound and time restarts. */
  restarts(): void;
  /** The track was paused from outside: headset unplugged, media keys, or another app's sound. */
  pausedByItself(): void;
  /** From now on there is a single element. */
  wentAlone(): void;
  /** The browser refused to continue playback. */
  refused(error: unknown): void;
}

export class DualPlayer {
  readonly #host: HTMLElement;
  readonly #state: Observed<PlayerState>;
  readonly #events: DualPlayerEvents;
  readonly #abort = new AbortController();
  #source: TrackSource;
  #active: AngleGroup;
  #standby: AngleGroup | null = null;
  #hasOneDeck = false;
  /** `performance.now()` when an element other than the first last started. */
  #otherPlayedAt = Number.NEGATIVE_INFINITY;

  /** Adds video elements to `host` and starts to load `source` from `startS` seconds on. */
  constructor(
    host: HTMLElement,
    source: TrackSource,
    startS: number,
    state: Observed<PlayerState>,
    events: DualPlayerEvents,
  ) {
    this.#host = host;
    this.#source = source;
    this.#state = state;
    this.#events = events;
    this.#active = this.#create();
    this.#active.setOnTop(true);
    this.#active.setSound(state.now);
    void this.#active.load(source, startS);
    // Media events don't bubble, but can be captured.
    host.addEventListener("play", (event) => this.#notePlay(event.target), {
      capture: true,
      signal: this.#abort.signal,
    });
  }

  /** The track that is visible and audible. */
  get active(): AngleGroup {
    return this.#active;
  }

  get source(): TrackSource {
    return this.#source;
  }

  /** Sets new URLs for the next load. */
  setSource(source: TrackSource): void {
    this.#source = source;
  }

  #create(): AngleGroup {
    const track: AngleGroup = new AngleGroup(this.#host, this.#source.views[0]!.key, {
      fault: (_angle, fault) => this.#events.fault(fault),
      refusedBeside: () => this.#useSingleElement(),
      recovered: () => this.#events.recovered(),
      restarts: ({ video }) => {
        if (video === this.#active.master) this.#events.restarts();
      },
    });
    track.setAngle(this.#state.now.angle);
    track.setRate(this.#state.now.rate);
    const on = (type: TrackReport | "pause", handle: () => void) =>
      track.master.addEventListener(
        type,
        () => {
          if (track === this.#active && this.#state.now.cast === null) handle();
        },
        { signal: this.#abort.signal },
      );
    for (const report of reports) on(report, () => this.#events.reported(report));
    // Checked a moment later: the play event of another element comes after this.
    on("pause", () => setTimeout(() => this.#onPaused(track), PAUSED_FOR_ANOTHER_MS));
    return track;
  }

  /** Handles a pause that the player may not have requested. */
  #onPaused(track: AngleGroup): void {
    const { master } = track;
    const { cast, playing, countIn } = this.#state.now;
    if (this.#abort.signal.aborted || track !== this.#active || cast !== null || !playing || countIn !== null)
      return;
    if (!master.paused || track.held || master.ended || master.seeking) return;
    if (performance.now() - this.#otherPlayedAt < 3 * PAUSED_FOR_ANOTHER_MS) return this.#useSingleElement();
    this.#events.pausedByItself();
  }

  #notePlay(target: EventTarget | null): void {
    if (target !== this.#active.master) this.#otherPlayedAt = performance.now();
  }

  /** The standby track, created for `loop` on first use; null if the browser plays only one. */
  borrow(loop: LoopRange): AngleGroup | null {
    if (this.#hasOneDeck) return null;
    if (this.#standby === null) {
      this.#standby = this.#create();
      this.#standby.setOnTop(false);
      this.#standby.setSound({ ...this.#state.now, hushed: true });
      this.setLoop(loop);
      void this.#standby.load(this.#source, Math.max(0, loop.startMs / 1000 - 1));
    }
    return this.#standby;
  }

  /** Swaps the tracks: the standby track becomes active. */
  exchange(): void {
    const taking = this.#standby;
    if (taking === null) return;
    const leaving = this.#active;
    this.#active = taking;
    this.#standby = leaving;
    this.setSound();
    taking.setOnTop(true);
    leaving.setOnTop(false);
    leaving.pause();
  }

  /** Drops the standby track for good. */
  drop(): void {
    this.#hasOneDeck = true;
    this.#standby?.destroy();
    this.#standby = null;
  }

  /** Switches to a single element. */
  #useSingleElement(): void {
    this.drop();
    this.#events.wentAlone();
    this.#active.goAlone();
    if (this.#state.now.playing) this.#active.play().catch((error: unknown) => this.#events.refused(error));
  }

  /** Continues at `atS` seconds from other streams of the class; resolves once the first view's is open. */
  async move(source: TrackSource, atS: number): Promise<void> {
    this.#source = source;
    await this.#active.load(source, atS);
    const { loop } = this.#state.now;
    if (this.#standby !== null) void this.#standby.load(source, loop === null ? atS : loop.startMs / 1000);
  }

  /** Limits the standby track's buffer to what `loop` needs. */
  setLoop(loop: LoopRange | null): void {
    this.#standby?.setBufferAhead(
      loop === null ? Number.POSITIVE_INFINITY : (loop.endMs - loop.startMs) / 1000 + LOOP_AHEAD_S,
    );
  }

  setAngle(angle: AngleKey): void {
    this.#active.setAngle(angle);
    this.#standby?.setAngle(angle);
  }

  /** Applies volume and muting from the state; silent during the count-in. */
  setSound(): void {
    const { now } = this.#state;
    this.#active.setSound({ ...now, hushed: now.countIn !== null });
    this.#standby?.setSound({ ...now, hushed: true });
  }

  pause(): void {
    this.#active.pause();
    this.#standby?.pause();
  }

  /** Retries all streams. */
  retry(): void {
    this.#active.retry();
    this.#standby?.retry();
  }

  destroy(): void {
    this.#abort.abort();
    this.#active.destroy();
    this.#standby?.destroy();
  }
}
