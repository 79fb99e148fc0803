/**
 * One deck: the front and the back view of a class as two streams that run as one. The front carries the sound and the
 * time; the back follows it, muted. Turning round brings the other picture to the top, which is already there.
 */
import { correctDrift } from "./drift.ts";
import { openStreamEngine, type StreamEngine, type StreamFault } from "./engine.ts";
import { type DeckSound, SlowSound, type SlowSource } from "./slow-sound.ts";

export type Angle = "front" | "back";

/** Addresses of one class's streams; `back` is null where no back view was shot. */
export interface DeckSource {
  readonly front: string;
  readonly back: string | null;
  /** The front's sound at slower tempos, where the server has made it. */
  readonly slow: readonly SlowSource[];
}

export interface DeckEvents {
  fault(angle: Angle, fault: StreamFault): void;
  recovered(angle: Angle): void;
}

interface Lane {
  readonly angle: Angle;
  readonly video: HTMLVideoElement;
  engine: StreamEngine | null;
  opening: Promise<void> | null;
}

/** Enough media to go on without a stall. */
const CAN_GO_ON = 3;

export class AngleDeck {
  readonly #host: HTMLElement;
  readonly #events: DeckEvents;
  readonly #front: Lane;
  readonly #slow: SlowSound;
  #back: Lane | null = null;
  #source: DeckSource | null = null;
  #angle: Angle = "front";
  #onTop = false;
  #wanted = false;
  #held = false;
  #bufferAhead = Number.POSITIVE_INFINITY;
  #destroyed = false;
  #loadGeneration = 0;

  /** Puts the deck's video elements into `host`. They cover it; the one that is shown carries `data-shown`. */
  constructor(host: HTMLElement, events: DeckEvents) {
    this.#host = host;
    this.#events = events;
    this.#front = this.#createLane("front");
    this.#slow = new SlowSound(host, this.#front.video);
  }

  /** The element that carries time and sound. */
  get master(): HTMLVideoElement {
    return this.#front.video;
  }

  /** The element whose picture is meant to be seen. */
  get shown(): HTMLVideoElement {
    return this.#angle === "back" && this.#back !== null ? this.#back.video : this.#front.video;
  }

  get videos(): readonly HTMLVideoElement[] {
    return this.#back === null ? [this.#front.video] : [this.#front.video, this.#back.video];
  }

  get loaded(): boolean {
    return this.#source !== null;
  }

  /** True when both views have enough media here to play on. */
  get ready(): boolean {
    return this.#front.video.readyState >= CAN_GO_ON && (this.#angle === "front" || this.#backReady);
  }

  /** True while the deck itself holds the master because the view that is shown has run dry. */
  get held(): boolean {
    return this.#held;
  }

  get #backReady(): boolean {
    return this.#back === null || (this.#back.video.readyState >= CAN_GO_ON && !this.#back.video.seeking);
  }

  /** Loads the class from `startS` seconds on. The back waits until the front has a picture: first things first. */
  async load(source: DeckSource, startS: number): Promise<void> {
    const generation = ++this.#loadGeneration;
    const moved = this.#source !== null;
    this.#source = source;
    await this.#open(this.#front, source.front, startS);
    if (this.#destroyed || generation !== this.#loadGeneration) return;
    this.#slow.setSources(source.slow, this.#front.video.defaultPlaybackRate);
    if (source.back === null || this.#destroyed) return;
    const back = (this.#back ??= this.#createLane("back"));
    const address = source.back;
    if (!moved && this.#angle === "front") await this.#frontPicture();
    if (this.#destroyed || generation !== this.#loadGeneration) return;
    await this.#open(back, address, this.#front.video.currentTime || startS);
    this.#arrange();
  }

  async #open(lane: Lane, url: string, startS: number): Promise<void> {
    lane.opening ??= openStreamEngine(lane.video, {
      fault: (fault) => this.#events.fault(lane.angle, fault),
      recovered: () => this.#events.recovered(lane.angle),
    }).then(
      (engine) => {
        if (this.#destroyed) engine.destroy();
        else lane.engine = engine;
      },
      (fault: StreamFault) => {
        lane.opening = null;
        this.#events.fault(lane.angle, fault);
      },
    );
    await lane.opening;
    this.#applyQuality(lane);
    lane.engine?.setBufferAhead(this.#bufferAhead);
    lane.engine?.load(url, startS);
  }

  #frontPicture(): Promise<void> {
    const video = this.#front.video;
    if (video.readyState >= CAN_GO_ON) return Promise.resolve();
    return new Promise((resolve) => {
      video.addEventListener("canplay", () => resolve(), { once: true });
    });
  }

  #createLane(angle: Angle): Lane {
    const video = document.createElement("video");
    video.playsInline = true;
    video.preload = "auto";
    video.disableRemotePlayback = angle === "back";
    video.muted = true;
    video.tabIndex = -1;
    video.setAttribute("aria-hidden", "true");
    video.dataset.angle = angle;
    this.#host.append(video);
    return { angle, video, engine: null, opening: null };
  }

  #applyQuality(lane: Lane): void {
    lane.engine?.setQuality(lane.angle === this.#angle || this.#back === null ? "full" : "low");
  }

  /** Brings the shown angle of this deck above every other picture, or takes the deck away. */
  setOnTop(onTop: boolean): void {
    this.#onTop = onTop;
    this.#arrange();
  }

  #arrange(): void {
    for (const video of this.videos) video.toggleAttribute("data-shown", this.#onTop && video === this.shown);
  }

  /** Turns the dancer round. The other view is already running, so that the picture changes with the next paint. */
  setAngle(angle: Angle): void {
    this.#angle = angle;
    this.#arrange();
    this.#applyQuality(this.#front);
    if (this.#back !== null) this.#applyQuality(this.#back);
  }

  setSound(sound: DeckSound): void {
    this.#slow.setSound(sound);
  }

  setRate(rate: number): void {
    for (const video of this.videos) {
      video.preservesPitch = true;
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
    }
    this.#slow.setRate(rate);
  }

  /** Changes the pace for a moment without changing the tempo that was chosen (to line decks up); the back follows. */
  nudge(rate: number): void {
    const { video } = this.#front;
    if (Math.abs(video.playbackRate - rate) > 0.002) video.playbackRate = rate;
  }

  setBufferAhead(seconds: number): void {
    this.#bufferAhead = seconds;
    for (const lane of [this.#front, this.#back]) lane?.engine?.setBufferAhead(seconds);
  }

  /** Moves both views to `seconds`. */
  seek(seconds: number): void {
    for (const video of this.videos) video.currentTime = seconds;
    this.#slow.seek(seconds);
  }

  /** Starts both views. Rejects with the browser's NotAllowedError when it wants a gesture first. */
  async play(): Promise<void> {
    this.#wanted = true;
    this.#held = false;
    this.#back?.video.play().catch(() => undefined);
    this.#slow.align();
    await this.#front.video.play();
  }

  pause(): void {
    this.#wanted = false;
    this.#held = false;
    for (const video of this.videos) video.pause();
    this.#slow.align();
  }

  /** Asks both streams to try again. */
  retry(): void {
    this.#front.engine?.retry();
    this.#back?.engine?.retry();
  }

  /** Holds the back, and the slowed sound, beside the front. To be called for every frame while the deck plays, and now and then at rest. */
  align(): void {
    this.#slow.align();
    const front = this.#front.video;
    const back = this.#back?.video;
    if (back === undefined || back.readyState === 0) return;
    if (this.#angle === "back" && this.#wanted) this.#holdForBack(front, back);
    if (back.seeking || front.seeking) return;
    const offset = front.currentTime - back.currentTime;
    if (front.paused) {
      if (!back.paused && !this.#held) back.pause();
      if (!this.#held && Math.abs(offset) > 0.02) back.currentTime = front.currentTime;
      return;
    }
    if (back.paused && this.#wanted) back.play().catch(() => undefined);
    const correcting = Math.abs(back.playbackRate - front.playbackRate) > 0.002;
    const correction = correctDrift(offset, front.playbackRate, correcting);
    if (correction.kind === "seek") {
      // A little ahead: the leader goes on while the seek runs.
      if (back.readyState >= 1) back.currentTime = front.currentTime + 0.08 * front.playbackRate;
    } else if (Math.abs(back.playbackRate - correction.rate) > 0.002) {
      back.playbackRate = correction.rate;
    }
  }

  /** While the back is what is seen, the sound waits for it rather than running ahead of a still picture. */
  #holdForBack(front: HTMLVideoElement, back: HTMLVideoElement): void {
    const dry = back.readyState < CAN_GO_ON && !back.ended;
    if (dry && !this.#held && !front.paused) {
      this.#held = true;
      front.pause();
      back.currentTime = front.currentTime;
    } else if (!dry && this.#held) {
      this.#held = false;
      front.play().catch(() => undefined);
    }
  }

  destroy(): void {
    this.#destroyed = true;
    this.#slow.destroy();
    for (const lane of [this.#front, this.#back]) {
      lane?.engine?.destroy();
      lane?.video.remove();
    }
  }
}
