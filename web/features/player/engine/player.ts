/**
 * The player: one class, its angles, a loop, a tempo. Framework-free: commands in, {@link PlayerState} and frames out. Components: local
 * tracks (`dual-player.ts`), looping (`loop.ts`, `loop-passes.ts`), fault recovery (`recovery.ts`), casting (`cast/cast-session.ts`).
 */
import { mainAngle, type AngleKey } from "../../../../contract/angles.ts";
import { MediaUrls } from "./media-urls.ts";
import { addressOf, type AngleGroup, type TrackSource } from "./angles.ts";
import { ClassEnd } from "./class-end.ts";
import { CastSession, type CastOptions } from "../cast/cast-session.ts";
import type { Television } from "../cast/television.ts";
import { type TrackReport, DualPlayer } from "./dual-player.ts";
import { ScheduledStart } from "./scheduled-start.ts";
import { FrameClock } from "./frame-clock.ts";
import type { PlayerInternals } from "./internals.ts";
import { LoopPasses } from "./loop-passes.ts";
import { LoopTransport, shapeLoop } from "./loop.ts";
import { Observed } from "./observed.ts";
import { Recovery } from "./recovery.ts";
import { paceToward } from "../rooms/lead.ts";
import type { Entry } from "./run-in.ts";
import {
  type FrameListener,
  initialState,
  type PlayerOptions,
  type PlayerState,
  shapeRate,
} from "./player-state.ts";

export class Player {
  readonly #options: PlayerOptions;
  readonly #state: Observed<PlayerState>;
  readonly #loop: LoopTransport;
  readonly #passes: LoopPasses;
  readonly #end: ClassEnd;
  readonly #tracks: DualPlayer;
  readonly #castSession: CastSession;
  readonly #recovery: Recovery;
  readonly #scheduledStart: ScheduledStart;
  readonly #clock: FrameClock;
  readonly #frames = new Set<FrameListener>();
  #seekTarget: number | null = null;

  /** Adds its video elements to `host` (positioned and sized by the caller) and starts to load. */
  constructor(host: HTMLElement, options: PlayerOptions) {
    this.#options = options;
    const state = new Observed(initialState(options));
    this.#state = state;
    const tracks = new DualPlayer(host, options.source, options.startMs / 1000, state, {
      reported: (report) => this.#onReport(report),
      fault: (fault) => this.#recovery.meet(fault),
      recovered: () => this.#recovery.recovered(),
      restarts: () => void this.#recovery.goOnReloaded(),
      pausedByItself: () => this.pause(),
      wentAlone: () => this.#loop.reset(),
      refused: (error) => this.#onRefusal(error),
    });
    this.#tracks = tracks;
    this.#passes = new LoopPasses(state, options.listener);
    const loop = new LoopTransport({
      standby: () => this.#borrowStandby(),
      takeOver: () => tracks.exchange(),
      refusedStandby: () => tracks.drop(),
      loopRestarted: (range) => this.#passes.restarted(range),
    });
    loop.setRate(state.now.rate);
    this.#loop = loop;
    const internals: PlayerInternals = {
      state,
      tracks,
      loop,
      addresses: new MediaUrls(options.refresh),
      listener: options.listener,
      output: () => this.#output,
      positionMs: () => this.positionMs,
      aim: (ms) => (this.#seekTarget = ms),
      pause: () => this.pause(),
      cancelStart: () => this.#scheduledStart.cancel(),
      refused: (error) => this.#onRefusal(error),
      loopRestarted: (range) => this.#passes.restarted(range),
      ended: () => this.#end.reached(),
    };
    this.#end = new ClassEnd(internals);
    this.#recovery = new Recovery(internals);
    this.#castSession = new CastSession(internals);
    this.#scheduledStart = new ScheduledStart(internals);
    this.#clock = new FrameClock((now) => this.#tick(now));
  }

  // ── reading ────────────────────────────────────────────────────────────────────────────────────────────────────────

  get state(): PlayerState {
    return this.#state.now;
  }

  get durationMs(): number {
    return this.#options.durationMs;
  }

  /** Position in the class, in milliseconds. */
  get positionMs(): number {
    const { casting } = this.#castSession;
    if (casting !== null) return casting.positionMs;
    if (this.#seekTarget !== null) return this.#seekTarget;
    const { master } = this.#tracks.active;
    return master.readyState === 0 ? this.#options.startMs : master.currentTime * 1000;
  }

  /** The currently visible element. */
  get picture(): HTMLVideoElement {
    return this.#tracks.active.shown;
  }

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** Calls `listener` with the position for every painted frame (twenty times a second in a hidden tab). */
  onFrame = (listener: FrameListener): (() => void) => {
    this.#frames.add(listener);
    return () => this.#frames.delete(listener);
  };

  // ── commands ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Plays; at the end it restarts, and after a fault it loads again. Call within a user gesture if possible: browsers block sound without
   * one.
   */
  async play(): Promise<void> {
    this.#scheduledStart.cancel();
    if (this.#state.now.phase === "failed" && !this.#recovery.retry()) return;
    if (this.#state.now.phase === "ended") this.seek(this.#state.now.loop?.startMs ?? 0);
    this.#state.change({ playing: true, needsGesture: false });
    await this.#output.play().catch((error: unknown) => this.#onRefusal(error));
  }

  /** The current output: the cast session or the active track. */
  get #output(): Pick<AngleGroup, "play" | "pause" | "seek"> {
    return this.#castSession.casting ?? this.#tracks.active;
  }

  #onRefusal(error: unknown): void {
    if (!(error instanceof DOMException)) throw error;
    // AbortError: interrupted by a pause or new URLs, which is not a fault.
    if (error.name === "NotAllowedError") this.#state.change({ playing: false, needsGesture: true });
  }

  /** Schedules a start: the class is at `entry.ms` when `performance.now()` is `entry.at`, silent until then. */
  enter(entry: Entry): void {
    if (this.#castSession.casting !== null) {
      // The start time of a television is unknown.
      this.seek(entry.ms);
      return void this.play();
    }
    this.#passes.spoil();
    this.#scheduledStart.begin(entry);
  }

  /** Position and time of the scheduled start during a count-in; else null. */
  get entry(): Entry | null {
    return this.#scheduledStart.entry;
  }

  /** Corrects an offset of `offMs` (negative: back) by an inaudible rate change within seconds. */
  drift(offMs: number): void {
    if (this.entry !== null || this.#castSession.casting !== null || !this.#state.now.playing) return;
    this.#tracks.active.nudge(this.#state.now.rate * (1 + paceToward(offMs)));
  }

  /** Marks the current pass as not clean. */
  #markUnclean(): void {
    this.#passes.spoil();
    this.#scheduledStart.cancel();
  }

  pause(): void {
    this.#markUnclean();
    this.#state.change({ playing: false, waiting: false });
    this.#output.pause();
    this.#loop.reset();
    this.#options.listener.interrupted(this.positionMs);
    this.#options.listener.playbackPaused();
  }

  toggle(): void {
    if (this.#state.now.playing) this.pause();
    else void this.play();
  }

  /** Seeks to `ms`. A seek outside of the loop ends the loop. */
  seek(ms: number): void {
    const target = Math.min(Math.max(0, ms), Math.max(0, this.durationMs - 50));
    const { loop } = this.#state.now;
    this.#markUnclean();
    this.#passes.beginAt(target);
    if (loop !== null && (target < loop.startMs - 1 || target >= loop.endMs)) this.setLoop(null);
    this.#options.listener.interrupted(target);
    this.#loop.reset();
    if (this.#castSession.casting === null) this.#seekTarget = target;
    this.#output.seek(target / 1000);
    if (this.#state.now.phase === "ended") {
      this.#state.change({ phase: "ready" });
      if (this.#state.now.playing) void this.play();
    }
  }

  setRate(rate: number): void {
    const shaped = shapeRate(rate);
    if (shaped === this.#state.now.rate) return;
    this.#markUnclean();
    this.#state.change({ rate: shaped, passes: 0 });
    this.#tracks.active.setRate(shaped);
    this.#loop.setRate(shaped);
    this.#castSession.casting?.setRate(shaped);
  }

  setAngle(angle: AngleKey): void {
    const { angle: shown, views } = this.#state.now;
    if (angle === shown || !views.some(({ key }) => key === angle)) return;
    this.#state.change({ angle });
    if (this.#castSession.casting !== null) this.#castSession.casting.reload();
    // A single element loads the other view, and reports 0 while loading.
    else if (this.#tracks.active.isAlone) this.#seekTarget = this.positionMs;
    this.#tracks.setAngle(angle);
    this.#loop.reset();
  }

  /** Continues from other versions of the views, such as upright ones. */
  setSource(source: TrackSource): void {
    if (addressOf(source, mainAngle) === addressOf(this.#tracks.source, mainAngle)) return;
    this.#markUnclean();
    void this.#recovery.continueFrom(source);
  }

  setMirrored(mirrored: boolean): void {
    if (this.#castSession.casting === null) this.#state.change({ mirrored });
  }

  setSound(sound: { readonly muted?: boolean; readonly volume?: number }): void {
    const volume = Math.min(1, Math.max(0, sound.volume ?? this.#state.now.volume));
    this.#state.change({
      volume,
      muted: sound.muted ?? (sound.volume === undefined ? this.#state.now.muted : volume === 0),
    });
    this.#tracks.setSound();
    this.#castSession.casting?.setSound(this.#state.now);
  }

  /** Loops `[aMs, bMs)`; null ends the loop. A position outside moves to A. */
  setLoop(range: { readonly startMs: number; readonly endMs: number } | null): void {
    const loop = range === null ? null : shapeLoop(range.startMs, range.endMs, this.durationMs);
    this.#state.change({ loop, passes: 0 });
    this.#loop.setRange(loop);
    this.#tracks.setLoop(loop);
    this.#markUnclean();
    if (loop === null) return;
    const at = this.positionMs;
    if (at < loop.startMs - 1 || at >= loop.endMs) this.seek(loop.startMs);
    this.#borrowStandby();
  }

  setPictureInPicture(on: boolean): void {
    this.#state.change({ pictureInPicture: on });
    this.#loop.reset();
  }

  /** Continues on `television` and pauses here. */
  castTo(television: Television, options: CastOptions): void {
    this.bringBack();
    this.#markUnclean();
    this.#castSession.go(television, options);
  }

  /** Shows or hides captions on the television. */
  setCastCaptions(on: boolean): void {
    this.#castSession.casting?.setCaptions(on);
  }

  /** Ends the cast session; stays paused at the television's position. */
  bringBack(): void {
    this.#castSession.comeBack("back");
  }

  destroy(): void {
    this.#clock.end();
    this.#recovery.end();
    this.#options.listener.interrupted(this.positionMs);
    this.#options.listener.playbackPaused();
    this.#tracks.destroy();
    this.#castSession.end();
    this.#state.end();
    this.#frames.clear();
  }

  // ── what happens ───────────────────────────────────────────────────────────────────────────────────────────────────

  #onReport(report: TrackReport): void {
    const { now } = this.#state;
    const { master } = this.#tracks.active;
    switch (report) {
      case "loadedmetadata":
        if (this.#seekTarget !== null) this.#tracks.active.seek(this.#seekTarget / 1000);
        return;
      case "loadeddata":
        // A stream that is attached interrupts what began to play before it.
        if (now.playing && this.entry === null && master.paused) void this.play();
        return this.#state.change({ phase: now.phase === "loading" ? "ready" : now.phase });
      case "playing":
        return this.#state.change({ waiting: false, phase: "ready" });
      case "canplay":
        return this.#state.change({ waiting: false });
      case "waiting":
        if (now.playing) this.#state.change({ waiting: true });
        this.#passes.spoil();
        return this.#options.listener.interrupted(this.positionMs);
      case "seeked":
        if (this.#seekTarget !== null && Math.abs(master.currentTime * 1000 - this.#seekTarget) < 250)
          this.#seekTarget = null;
        return;
      case "ended":
        return this.#end.reached();
    }
  }

  /** The standby track; null during picture-in-picture, which follows one element only. */
  #borrowStandby(): AngleGroup | null {
    const { pictureInPicture, cast, loop } = this.#state.now;
    return pictureInPicture || cast !== null || loop === null ? null : this.#tracks.borrow(loop);
  }

  #tick(now: number): void {
    const { listener } = this.#options;
    const { active } = this.#tracks;
    const { casting } = this.#castSession;
    const { loop, rate } = this.#state.now;
    if (casting !== null) {
      casting.tick(loop);
      if (casting.isRunning) listener.progressed(this.positionMs, rate, this.#state.now);
    } else {
      if (!active.master.paused && !active.master.seeking) {
        this.#loop.tick(active, now);
        if (!this.#tracks.active.master.paused) listener.progressed(this.positionMs, rate, this.#state.now);
      }
      const entered = this.#scheduledStart.tick(now);
      if (entered !== null) this.#passes.beginAt(entered.ms);
    }
    if (this.#options.isPreview) this.#end.checkPreview(this.durationMs);
    this.#tracks.active.align();
    const at = this.positionMs;
    for (const frame of this.#frames) frame(at);
  }
}
