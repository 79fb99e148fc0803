/**
 * An angle group: the front and back view of a class as two synchronized streams. The front carries sound and time; the muted back follows
 * it. Changing the angle only raises the other element, which is already playing.
 */
import { BRISK, correctDrift, GENTLE, learnLead } from "./drift.ts";
import { isRefusal, openStreamEngine, type StreamEngine, type StreamFault } from "./engine.ts";
import { type TrackSound, StretchedSound, type StretchedSource } from "./stretched-sound.ts";

export type Angle = "front" | "back";

/** Stream URLs of one class; `back` is null if no back view was filmed. */
export interface TrackSource {
  readonly front: string;
  readonly back: string | null;
  /** Time-stretched sound of the front view, where the server has rendered it. */
  readonly slow: readonly StretchedSource[];
}

/** The stream URL of one view. Each includes the sound. */
export const addressOf = (source: TrackSource, angle: Angle): string =>
  angle === "back" ? (source.back ?? source.front) : source.front;

export interface TrackEvents {
  fault(angle: Angle, fault: StreamFault): void;
  recovered(angle: Angle): void;
  /** The browser refuses to play the back view next to the front view. */
  refusedBeside(): void;
}

interface AngleTrack {
  readonly angle: Angle;
  readonly video: HTMLVideoElement;
  engine: StreamEngine | null;
  opening: Promise<void> | null;
}

/** `readyState` HAVE_FUTURE_DATA: enough media to play on without a stall. */
const CAN_GO_ON = 3;

export class AngleGroup {
  readonly #host: HTMLElement;
  readonly #events: TrackEvents;
  readonly #front: AngleTrack;
  readonly #stretched: StretchedSound;
  #back: AngleTrack | null = null;
  #source: TrackSource | null = null;
  #angle: Angle = "front";
  #onTop = false;
  #wanted = false;
  #held = false;
  #isAlone = false;
  #bufferAhead = Number.POSITIVE_INFINITY;
  #destroyed = false;
  #loadGeneration = 0;
  /** Media time that passes during a seek of the back view, in seconds at full tempo. */
  #lead = 0.08;
  #isLearning = false;

  /** Adds the group's video elements to `host`, which they cover. The visible one carries `data-shown`. */
  constructor(host: HTMLElement, events: TrackEvents) {
    this.#host = host;
    this.#events = events;
    this.#front = this.#createLane("front");
    this.#stretched = new StretchedSound(host, this.#front.video);
  }

  /** The element that carries time and sound. */
  get master(): HTMLVideoElement {
    return this.#front.video;
  }

  /** The element of the chosen angle. */
  get shown(): HTMLVideoElement {
    return this.#angle === "back" && this.#back !== null ? this.#back.video : this.#front.video;
  }

  get videos(): readonly HTMLVideoElement[] {
    return this.#back === null ? [this.#front.video] : [this.#front.video, this.#back.video];
  }

  get loaded(): boolean {
    return this.#source !== null;
  }

  /** True when both views have buffered enough to play on. */
  get ready(): boolean {
    return this.#front.video.readyState >= CAN_GO_ON && (this.#angle === "front" || this.#backReady);
  }

  /** True when a single element plays both views in turn. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** True while the group itself pauses the master because the visible view has stalled. */
  get held(): boolean {
    return this.#held;
  }

  get #backReady(): boolean {
    return this.#back === null || (this.#back.video.readyState >= CAN_GO_ON && !this.#back.video.seeking);
  }

  /** Loads the class from `startS` seconds on. The back view loads after the front view has its first frame. */
  async load(source: TrackSource, startS: number): Promise<void> {
    const generation = ++this.#loadGeneration;
    const moved = this.#source !== null;
    this.#source = source;
    await this.#open(this.#front, addressOf(source, this.#isAlone ? this.#angle : "front"), startS);
    if (this.#destroyed || generation !== this.#loadGeneration || this.#isAlone) return;
    this.#stretched.setSources(source.slow, this.#front.video.defaultPlaybackRate);
    if (source.back === null || this.#destroyed) return;
    const back = (this.#back ??= this.#createLane("back"));
    const address = source.back;
    if (!moved && this.#angle === "front") await this.#frontPicture();
    if (this.#destroyed || generation !== this.#loadGeneration || this.#isAlone) return;
    await this.#open(back, address, this.#front.video.currentTime || startS);
    this.#arrange();
  }

  /** Switches to a single element, for browsers that play only one. Changing the angle then loads the other view. */
  goAlone(): void {
    if (this.#isAlone) return;
    this.#isAlone = true;
    this.#stretched.setSources([], this.#front.video.defaultPlaybackRate);
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

  async #open(track: AngleTrack, url: string, startS: number): Promise<void> {
    track.opening ??= openStreamEngine(
      track.video,
      {
        fault: (fault) => this.#events.fault(track.angle, fault),
        recovered: () => this.#events.recovered(track.angle),
      },
      // An element without sound follows the system clock. Its rate can change at any time, and only missing frames stop it.
      track.angle === "back" ? "picture" : "both",
    ).then(
      (engine) => {
        if (this.#destroyed) engine.destroy();
        else track.engine = engine;
      },
      (fault: StreamFault) => {
        track.opening = null;
        this.#events.fault(track.angle, fault);
      },
    );
    await track.opening;
    if (this.#isAlone && track.angle === "back") return track.engine?.destroy();
    this.#applyQuality(track);
    track.engine?.setBufferAhead(this.#bufferAhead);
    track.engine?.load(url, startS);
  }

  #frontPicture(): Promise<void> {
    const video = this.#front.video;
    if (video.readyState >= CAN_GO_ON) return Promise.resolve();
    return new Promise((resolve) => {
      video.addEventListener("canplay", () => resolve(), { once: true });
    });
  }

  #createLane(angle: Angle): AngleTrack {
    const video = document.createElement("video");
    video.playsInline = true;
    video.preload = "auto";
    // Casting uses an element of its own. With two tracks the browser would pick either one.
    video.disableRemotePlayback = true;
    video.muted = true;
    video.tabIndex = -1;
    video.setAttribute("aria-hidden", "true");
    video.dataset.angle = angle;
    this.#host.append(video);
    keepCurrent(video);
    return { angle, video, engine: null, opening: null };
  }

  #applyQuality(track: AngleTrack): void {
    track.engine?.setQuality(track.angle === this.#angle || this.#back === null ? "full" : "low");
  }

  /** Raises the shown angle of this group above all other video, or hides the group. */
  setOnTop(onTop: boolean): void {
    this.#onTop = onTop;
    this.#arrange();
  }

  #arrange(): void {
    for (const video of this.videos) video.toggleAttribute("data-shown", this.#onTop && video === this.shown);
  }

  /** Changes the angle. The other view is already playing, so the image changes with the next paint. */
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

  setSound(sound: TrackSound): void {
    this.#stretched.setSound(sound);
  }

  setRate(rate: number): void {
    for (const video of this.videos) {
      video.preservesPitch = true;
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
    }
    this.#stretched.setRate(rate);
  }

  /** Changes the playback rate briefly without changing the chosen tempo, to align groups. The back view follows. */
  nudge(rate: number): void {
    const { video } = this.#front;
    if (Math.abs(video.playbackRate - rate) > 0.002) video.playbackRate = rate;
  }

  setBufferAhead(seconds: number): void {
    this.#bufferAhead = seconds;
    for (const track of [this.#front, this.#back]) track?.engine?.setBufferAhead(seconds);
  }

  /** Seeks both views to `seconds`. */
  seek(seconds: number): void {
    for (const video of this.videos) video.currentTime = seconds;
    this.#stretched.seek(seconds);
  }

  /** Starts both views. Rejects with NotAllowedError if the browser requires a user gesture. */
  async play(): Promise<void> {
    this.#wanted = true;
    this.#held = false;
    // Front first: if only one element may play, it has to be this one.
    const playing = this.#front.video.play();
    this.#playBeside();
    this.#stretched.align();
    await playing;
  }

  #playBeside(): void {
    this.#back?.video.play().catch((error: unknown) => {
      // It is muted and next to a playing element, so a user gesture would not help either.
      if (isRefusal(error) && !this.#front.video.paused) this.#events.refusedBeside();
    });
  }

  pause(): void {
    this.#wanted = false;
    this.#held = false;
    for (const video of this.videos) video.pause();
    this.#stretched.align();
  }

  /** Retries both streams. */
  retry(): void {
    this.#front.engine?.retry();
    this.#back?.engine?.retry();
  }

  /**
   * Keeps the back view and the stretched sound in step with the front. Call for every frame while playing, and occasionally while paused.
   */
  align(): void {
    this.#stretched.align();
    const front = this.#front.video;
    const back = this.#back?.video;
    if (back === undefined || back.readyState === 0) return;
    // The page is hidden, and the browser may pause the element by itself.
    if (document.hidden && document.pictureInPictureElement === null) return this.#resume();
    if (this.#angle === "back" && this.#wanted) this.#holdForBack(front, back);
    // The front view has stalled or is seeking; the back view would run ahead of it.
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

  /** While the back view is visible, pauses the sound when that view stalls. */
  #holdForBack(front: HTMLVideoElement, back: HTMLVideoElement): void {
    const dry = back.readyState < CAN_GO_ON && !back.ended;
    if (dry && !this.#held && !front.paused) {
      this.#held = true;
      front.pause();
      back.currentTime = front.currentTime;
    } else if (!dry) this.#resume();
  }

  #resume(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#front.video.play().catch(() => undefined);
  }

  destroy(): void {
    this.#destroyed = true;
    this.#stretched.destroy();
    for (const track of [this.#front, this.#back]) {
      track?.engine?.destroy();
      track?.video.remove();
    }
  }
}

/**
 * Forces rendering of every frame. Chromium renders covered video only four times a second unless a frame callback is requested, so it
 * would be stale after an angle change.
 */
function keepCurrent(video: HTMLVideoElement): void {
  if (!("requestVideoFrameCallback" in video)) return;
  const again = () => {
    if (video.isConnected) video.requestVideoFrameCallback(again);
  };
  video.requestVideoFrameCallback(again);
}
