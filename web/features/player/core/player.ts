/**
 * The player: one class, two angles, a loop, a tempo. Framework-free: commands in, {@link PlayerState} and frames out.
 * Two decks exist at most; the second is made when a loop is first wanted.
 */
import { type Angle, AngleDeck, type DeckSource } from "./angles.ts";
import type { StreamFault } from "./engine.ts";
import { type LoopRange, LoopTransport, shapeLoop } from "./loop.ts";
import { countedIn, type Entry, RunIn } from "./run-in.ts";
import { type FrameListener, type PlayerOptions, type PlayerState, shapeRate } from "./player-state.ts";

/** A refused address is asked for anew, but not again within this time: then the refusal is meant. */
const REFRESH_AGAIN_MS = 20_000;
const LOOP_AHEAD_S = 4;

export class Player {
  readonly #host: HTMLElement;
  readonly #options: PlayerOptions;
  readonly #loop: LoopTransport;
  readonly #listeners = new Set<() => void>();
  readonly #frames = new Set<FrameListener>();
  readonly #abort = new AbortController();
  #source: DeckSource;
  #active: AngleDeck;
  #standby: AngleDeck | null = null;
  #state: PlayerState;
  #frame = 0;
  #interval: ReturnType<typeof setInterval> | undefined;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #seekTarget: number | null = null;
  #runIn: RunIn | null = null;
  #isClean = false;

  /** Puts its video elements into `host` (positioned, sized by the caller) and starts to load at once. */
  constructor(host: HTMLElement, options: PlayerOptions) {
    this.#host = host;
    this.#options = options;
    this.#source = options.source;
    const { preferences } = options;
    const hasBack = options.source.back !== null;
    this.#state = {
      phase: "loading",
      playing: false,
      waiting: false,
      needsGesture: false,
      fault: null,
      hasBack,
      loop: null,
      passes: 0,
      countIn: null,
      pictureInPicture: false,
      ...preferences,
      angle: hasBack ? preferences.angle : "front",
      rate: shapeRate(preferences.rate),
    };
    this.#loop = new LoopTransport({
      standby: () => this.#borrowStandby(),
      takeOver: (taking) => this.#exchange(taking),
      turned: (range) => this.#turned(range),
    });
    this.#loop.setRate(this.#state.rate);
    this.#active = this.#createDeck();
    this.#active.setOnTop(true);
    this.#active.setSound(this.#state);
    void this.#active.load(this.#source, options.startMs / 1000);
    document.addEventListener("visibilitychange", () => this.#schedule(), { signal: this.#abort.signal });
    this.#schedule();
  }

  // ── reading ────────────────────────────────────────────────────────────────────────────────────────────────────────

  get state(): PlayerState {
    return this.#state;
  }

  get durationMs(): number {
    return this.#options.durationMs;
  }

  /** Where the class stands, in milliseconds. */
  get positionMs(): number {
    if (this.#seekTarget !== null) return this.#seekTarget;
    const { master } = this.#active;
    return master.readyState === 0 ? this.#options.startMs : master.currentTime * 1000;
  }

  /** The element that is seen at this moment. */
  get picture(): HTMLVideoElement {
    return this.#active.shown;
  }

  /** Every element there is, for probes; the first carries time and sound. */
  get videos(): readonly HTMLVideoElement[] {
    return [...this.#active.videos, ...(this.#standby?.videos ?? [])];
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `listener` with the position for every painted frame (twenty times a second in a hidden tab). */
  onFrame = (listener: FrameListener): (() => void) => {
    this.#frames.add(listener);
    return () => this.#frames.delete(listener);
  };

  #set(change: Partial<PlayerState>): void {
    const keys = Object.keys(change) as (keyof PlayerState)[];
    if (keys.every((key) => this.#state[key] === change[key])) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  // ── commands ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Plays. From the end it begins again. Best called within a gesture: browsers refuse sound without one. */
  async play(): Promise<void> {
    this.#cancelRunIn();
    if (this.#state.phase === "failed") return this.retry();
    if (this.#state.phase === "ended") this.seek(this.#state.loop?.startMs ?? 0);
    this.#set({ playing: true, needsGesture: false });
    await this.#active.play().catch((error: unknown) => this.#onRefusal(error));
  }

  #onRefusal(error: unknown): void {
    if (!(error instanceof DOMException)) throw error;
    // AbortError: a pause or a fresh address came between, which is nobody's fault.
    if (error.name === "NotAllowedError") this.#set({ playing: false, needsGesture: true });
  }

  /** Plays so that the class stands at `entry.ms` just when `performance.now()` is `entry.at`, unheard until then. */
  enter(entry: Entry): void {
    this.#options.listener.interrupted(entry.ms);
    this.#loop.reset();
    this.#isClean = false;
    this.#runIn = new RunIn(this.#active, this.#state.rate, entry);
    this.#active.setSound({ ...this.#state, hushed: true });
    this.#seekTarget = this.#runIn.fromMs;
    this.#set({ playing: true, needsGesture: false, phase: "ready", countIn: 0 });
  }

  /** Where and when the class comes in, while it is counted in; else null. */
  get entry(): Entry | null {
    return this.#runIn?.entry ?? null;
  }

  /** Brings a class that plays `offMs` further on (negative: back) by its pace, within seconds and unheard. */
  drift(offMs: number): void {
    if (this.#runIn !== null || !this.#state.playing) return;
    const share = Math.abs(offMs) < 10 ? 0 : Math.max(-0.08, Math.min(0.08, offMs / 1500));
    this.#active.nudge(this.#state.rate * (1 + share));
  }

  #cancelRunIn(): void {
    if (this.#runIn === null) return;
    this.#runIn = null;
    this.#active.nudge(this.#state.rate);
    this.#active.setSound(this.#state);
    this.#set({ countIn: null });
    if (this.#state.playing && this.#active.master.paused)
      this.#active.play().catch((error: unknown) => this.#onRefusal(error));
  }

  #tickRunIn(now: number): void {
    const runIn = this.#runIn;
    if (runIn === null) return;
    this.#set({ countIn: countedIn(runIn.entry, now) ?? 0 });
    if (!runIn.tick(now, (error) => this.#onRefusal(error))) return;
    this.#cancelRunIn();
    this.#isClean = runIn.entry.ms === this.#state.loop?.startMs;
  }

  /** What was danced up to here does not count as a clean pass. */
  #spoil(): void {
    this.#isClean = false;
    this.#cancelRunIn();
  }

  pause(): void {
    this.#spoil();
    this.#set({ playing: false, waiting: false });
    this.#active.pause();
    this.#loop.reset();
    this.#options.listener.interrupted(this.positionMs);
    this.#options.listener.rested();
  }

  toggle(): void {
    if (this.#state.playing) this.pause();
    else void this.play();
  }

  /** Jumps to `ms`. Outside the loop the loop ends: whoever goes elsewhere means it. */
  seek(ms: number): void {
    const target = Math.min(Math.max(0, ms), Math.max(0, this.durationMs - 50));
    const { loop } = this.#state;
    this.#spoil();
    this.#isClean = target === loop?.startMs;
    if (loop !== null && (target < loop.startMs - 1 || target >= loop.endMs)) this.setLoop(null);
    this.#options.listener.interrupted(target);
    this.#loop.reset();
    this.#seekTarget = target;
    this.#active.seek(target / 1000);
    if (this.#state.phase === "ended") {
      this.#set({ phase: "ready" });
      if (this.#state.playing) void this.play();
    }
  }

  setRate(rate: number): void {
    const shaped = shapeRate(rate);
    if (shaped === this.#state.rate) return;
    this.#spoil();
    this.#set({ rate: shaped, passes: 0 });
    this.#active.setRate(shaped);
    this.#loop.setRate(shaped);
  }

  setAngle(angle: Angle): void {
    if (!this.#state.hasBack || angle === this.#state.angle) return;
    this.#set({ angle });
    this.#active.setAngle(angle);
    this.#standby?.setAngle(angle);
    this.#loop.reset();
  }

  setMirrored(mirrored: boolean): void {
    this.#set({ mirrored });
  }

  setSound(sound: { readonly muted?: boolean; readonly volume?: number }): void {
    const volume = Math.min(1, Math.max(0, sound.volume ?? this.#state.volume));
    this.#set({
      volume,
      muted: sound.muted ?? (sound.volume === undefined ? this.#state.muted : volume === 0),
    });
    this.#active.setSound({ ...this.#state, hushed: this.#runIn !== null });
    this.#standby?.setSound({ ...this.#state, hushed: true });
  }

  /** Loops `[aMs, bMs)`, or plays on with null. A position outside goes to A. */
  setLoop(range: { readonly startMs: number; readonly endMs: number } | null): void {
    const loop = range === null ? null : shapeLoop(range.startMs, range.endMs, this.durationMs);
    this.#set({ loop, passes: 0 });
    this.#loop.setRange(loop);
    const ahead =
      loop === null ? Number.POSITIVE_INFINITY : (loop.endMs - loop.startMs) / 1000 + LOOP_AHEAD_S;
    this.#standby?.setBufferAhead(ahead);
    this.#spoil();
    if (loop === null) return;
    const at = this.positionMs;
    if (at < loop.startMs - 1 || at >= loop.endMs) this.seek(loop.startMs);
    this.#borrowStandby();
  }

  setPictureInPicture(on: boolean): void {
    this.#set({ pictureInPicture: on });
    this.#loop.reset();
  }

  /** Tries again after a fault, from the same place. */
  retry(): void {
    const again = this.#state.fault?.kind === "refused" || this.#state.fault?.kind === "media";
    this.#set({ phase: this.#active.ready ? "ready" : "loading", fault: null });
    if (again) {
      this.#refreshedAt = Number.NEGATIVE_INFINITY;
      void this.#refresh({ kind: "refused", status: null, detail: "asked again" });
    } else {
      this.#active.retry();
      this.#standby?.retry();
    }
    if (this.#state.playing) void this.#active.play().catch(() => undefined);
  }

  destroy(): void {
    this.#abort.abort();
    cancelAnimationFrame(this.#frame);
    clearInterval(this.#interval);
    this.#options.listener.interrupted(this.positionMs);
    this.#options.listener.rested();
    this.#active.destroy();
    this.#standby?.destroy();
    this.#listeners.clear();
    this.#frames.clear();
  }

  // ── decks ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  #createDeck(): AngleDeck {
    const deck: AngleDeck = new AngleDeck(this.#host, {
      fault: (_angle, fault) => this.#onFault(fault),
      recovered: () => {
        if (this.#state.fault?.kind === "network") this.#set({ fault: null });
      },
    });
    deck.setAngle(this.#state.angle);
    deck.setRate(this.#state.rate);
    const { master } = deck;
    const on = (type: string, handle: () => void) =>
      master.addEventListener(
        type,
        () => {
          if (deck === this.#active) handle();
        },
        { signal: this.#abort.signal },
      );
    on("loadeddata", () =>
      this.#set({ phase: this.#state.phase === "loading" ? "ready" : this.#state.phase }),
    );
    on("playing", () => this.#set({ waiting: false, phase: "ready" }));
    on("canplay", () => this.#set({ waiting: false }));
    on("waiting", () => {
      if (this.#state.playing) this.#set({ waiting: true });
      this.#isClean = false;
      this.#options.listener.interrupted(this.positionMs);
    });
    on("seeked", () => {
      if (this.#seekTarget !== null && Math.abs(master.currentTime * 1000 - this.#seekTarget) < 250)
        this.#seekTarget = null;
    });
    on("loadedmetadata", () => {
      if (this.#seekTarget !== null) this.#active.seek(this.#seekTarget / 1000);
    });
    on("pause", () => {
      // Pauses that the person did not ask for: a headset taken off, the system's own controls, another app's sound.
      if (this.#state.playing && this.#runIn === null && !deck.held && !master.ended && !master.seeking)
        this.pause();
    });
    on("ended", () => this.#onEnded());
    return deck;
  }

  /** The second deck, or null while the picture floats in a window that follows one element only. */
  #borrowStandby(): AngleDeck | null {
    if (this.#state.pictureInPicture || this.#state.loop === null) return null;
    if (this.#standby === null) {
      this.#standby = this.#createDeck();
      this.#standby.setOnTop(false);
      this.#standby.setSound({ ...this.#state, hushed: true });
      const { startMs, endMs } = this.#state.loop;
      this.#standby.setBufferAhead((endMs - startMs) / 1000 + LOOP_AHEAD_S);
      void this.#standby.load(this.#source, Math.max(0, startMs / 1000 - 1));
    }
    return this.#standby;
  }

  #exchange(taking: AngleDeck): void {
    const leaving = this.#active;
    this.#active = taking;
    this.#standby = leaving;
    taking.setSound(this.#state);
    leaving.setSound({ ...this.#state, hushed: true });
    taking.setOnTop(true);
    leaving.setOnTop(false);
    leaving.pause();
  }

  #turned(range: LoopRange): void {
    const { listener } = this.#options;
    listener.advanced(range.endMs, this.#state.rate);
    listener.interrupted(range.startMs);
    if (this.#isClean) this.#set({ passes: this.#state.passes + 1 });
    this.#isClean = true;
  }

  #onEnded(): void {
    if (this.#state.loop !== null) {
      this.#active.seek(this.#state.loop.startMs / 1000);
      void this.#active.play().catch(() => undefined);
      return;
    }
    const { listener } = this.#options;
    listener.advanced(this.positionMs, this.#state.rate);
    listener.interrupted(this.positionMs);
    this.#set({ phase: "ended", playing: false, waiting: false });
    listener.rested();
  }

  // ── faults ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  #onFault(fault: StreamFault): void {
    if (fault.kind === "network") return this.#set({ fault });
    if (fault.kind === "refused") return void this.#refresh(fault);
    this.#fail(fault);
  }

  #fail(fault: StreamFault): void {
    this.#active.pause();
    this.#set({ phase: "failed", fault, waiting: false });
    this.#options.listener.interrupted(this.positionMs);
    this.#options.listener.rested();
  }

  /** Asks for fresh addresses and goes on at the same spot. */
  async #refresh(fault: StreamFault): Promise<void> {
    const now = performance.now();
    if (now - this.#refreshedAt < 1000) return;
    if (now - this.#refreshedAt < REFRESH_AGAIN_MS) return this.#fail(fault);
    this.#refreshedAt = now;
    let source: DeckSource | null;
    try {
      source = await this.#options.refresh();
    } catch {
      return this.#fail({ kind: "network", status: null, detail: "no fresh address" });
    }
    if (this.#abort.signal.aborted) return;
    if (source === null) return this.#fail(fault);
    this.#source = source;
    const at = this.positionMs;
    this.#options.listener.interrupted(at);
    this.#loop.reset();
    await this.#active.load(source, at / 1000);
    if (this.#standby !== null) void this.#standby.load(source, (this.#state.loop?.startMs ?? at) / 1000);
    if (this.#state.playing) void this.#active.play().catch(() => undefined);
  }

  // ── time ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    clearInterval(this.#interval);
    if (document.hidden) {
      // No frames are painted in a hidden tab, but sound goes on and so does the loop.
      this.#interval = setInterval(() => this.#tick(performance.now()), 50);
      return;
    }
    const next = (now: number) => {
      this.#frame = requestAnimationFrame(next);
      this.#tick(now);
    };
    this.#frame = requestAnimationFrame(next);
  }

  #tick(now: number): void {
    const active = this.#active;
    const { master } = active;
    if (!master.paused && !master.seeking) {
      this.#loop.tick(active, now);
      if (!this.#active.master.paused) this.#options.listener.advanced(this.positionMs, this.#state.rate);
    }
    this.#tickRunIn(now);
    this.#active.align();
    const at = this.positionMs;
    for (const frame of this.#frames) frame(at);
  }
}
