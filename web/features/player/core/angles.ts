/**
 * One deck: the front and the back view of a class as two streams that run as one. The front carries the sound and the
 * time; the back follows it, muted. Turning round brings the other picture to the top, which is already there.
 */
import { BRISK, correctDrift, GENTLE, learnLead } from "./drift.ts";
import { isRefusal, openStreamEngine, type StreamEngine, type StreamFault } from "./engine.ts";
import { type DeckSound, SlowSound, type SlowSource } from "./slow-sound.ts";

export type Angle = "front" | "back";

/** Addresses of one class's streams; `back` is null where no back view was shot. */
export interface DeckSource {
  readonly front: string;
  readonly back: string | null;
  /** The front's sound at slower tempos, where the server has made it. */
  readonly slow: readonly SlowSource[];
}

/** The stream of one view. Each has the sound. */
export const addressOf = (source: DeckSource, angle: Angle): string =>
  angle === "back" ? (source.back ?? source.front) : source.front;

export interface DeckEvents {
  fault(angle: Angle, fault: StreamFault): void;
  recovered(angle: Angle): void;
  /** The browser won't play the back beside the front. */
  refusedBeside(): void;
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
  #isAlone = false;
  #bufferAhead = Number.POSITIVE_INFINITY;
  #destroyed = false;
  #loadGeneration = 0;
  /** How much of the class goes by while the back is put to its place, in seconds at full tempo. */
  #lead = 0.08;
  #isLearning = false;

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

  /** True where one element plays both views, in turn. */
  get isAlone(): boolean {
    return this.#isAlone;
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
    await this.#open(this.#front, addressOf(source, this.#isAlone ? this.#angle : "front"), startS);
    if (this.#destroyed || generation !== this.#loadGeneration || this.#isAlone) return;
    this.#slow.setSources(source.slow, this.#front.video.defaultPlaybackRate);
    if (source.back === null || this.#destroyed) return;
    const back = (this.#back ??= this.#createLane("back"));
    const address = source.back;
    if (!moved && this.#angle === "front") await this.#frontPicture();
    if (this.#destroyed || generation !== this.#loadGeneration || this.#isAlone) return;
    await this.#open(back, address, this.#front.video.currentTime || startS);
    this.#arrange();
  }

  /** Does with one element, for browsers that play no more: turning round loads the other view. */
  goAlone(): void {
    if (this.#isAlone) return;
    this.#isAlone = true;
    this.#slow.setSources([], this.#front.video.defaultPlaybackRate);
    this.#back?.engine?.destroy();
    this.#back?.video.remove();
    this.#back = null;
    this.#arrange();
    if (this.#angle === "back") this.#reopen();
  }

  #reopen(): void {
    if (this.#source === null) return;
    const { video } = this.#front;
    const isPlaying = this.#wanted;
    void this.#open(this.#front, addressOf(this.#source, this.#angle), video.currentTime).then(() => {
      if (isPlaying) video.play().catch(() => undefined);
    });
  }

  async #open(lane: Lane, url: string, startS: number): Promise<void> {
    lane.opening ??= openStreamEngine(
      lane.video,
      {
        fault: (fault) => this.#events.fault(lane.angle, fault),
        recovered: () => this.#events.recovered(lane.angle),
      },
      // An element without sound goes by the system's clock: its pace can change as often as it takes, and nothing stops it but a lack of pictures.
      lane.angle === "back" ? "picture" : "both",
    ).then(
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
    if (this.#isAlone && lane.angle === "back") return lane.engine?.destroy();
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
    // A television gets an element of its own; of two decks the browser would hand over whichever it likes.
    video.disableRemotePlayback = true;
    video.muted = true;
    video.tabIndex = -1;
    video.setAttribute("aria-hidden", "true");
    video.dataset.angle = angle;
    this.#host.append(video);
    keepCurrent(video);
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
    if (this.#isAlone && angle !== this.#angle) {
      this.#angle = angle;
      return this.#reopen();
    }
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
    // The front first: where one element plays only, it has to be this one.
    const playing = this.#front.video.play();
    this.#playBeside();
    this.#slow.align();
    await playing;
  }

  #playBeside(): void {
    this.#back?.video.play().catch((error: unknown) => {
      // Muted, beside one that plays: no gesture would change this browser's mind.
      if (isRefusal(error) && !this.#front.video.paused) this.#events.refusedBeside();
    });
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
    // Nobody sees it, and the browser may rest it by itself.
    if (document.hidden && document.pictureInPictureElement === null) return this.#goOn();
    if (this.#angle === "back" && this.#wanted) this.#holdForBack(front, back);
    // The front has run dry, or looks for its place: the back would run away from it.
    if (front.seeking || (front.readyState < CAN_GO_ON && !front.ended)) return back.pause();
    if (back.seeking) return;
    const offset = front.currentTime - back.currentTime;
    if (front.paused) {
      if (!back.paused && !this.#held) back.pause();
      if (!this.#held && Math.abs(offset) > 0.02) back.currentTime = front.currentTime;
      return;
    }
    if (back.paused && this.#wanted) this.#playBeside();
    const correcting = Math.abs(back.playbackRate - front.playbackRate) > 0.002;
    if (this.#isLearning) this.#lead = learnLead(this.#lead, offset / front.playbackRate);
    this.#isLearning = false;
    const isSeen = this.#onTop && this.#angle === "back";
    const correction = correctDrift(offset, front.playbackRate, correcting, isSeen ? GENTLE : BRISK);
    if (correction.kind === "seek") {
      back.currentTime = front.currentTime + this.#lead * front.playbackRate;
      this.#isLearning = true;
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
    } else if (!dry) this.#goOn();
  }

  #goOn(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#front.video.play().catch(() => undefined);
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

/** Chromium renders a picture that others cover four times a second only, unless somebody asks for each: it would be old when it is turned to. */
function keepCurrent(video: HTMLVideoElement): void {
  if (!("requestVideoFrameCallback" in video)) return;
  const again = () => {
    if (video.isConnected) video.requestVideoFrameCallback(again);
  };
  video.requestVideoFrameCallback(again);
}
