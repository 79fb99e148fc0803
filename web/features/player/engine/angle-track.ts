/** One view of a class: a video element with its stream. */
import type { AngleKey } from "../../../../contract/angles.ts";
import { correctDrift, learnLead, type Pace } from "./drift.ts";
import { openStreamEngine, type StreamEngine, type StreamFault } from "./engine.ts";

/** `readyState` HAVE_FUTURE_DATA: enough media to play on without a stall. */
export const CAN_GO_ON = 3;
/** Lead until a seek was measured, in seconds. */
const USUAL_LEAD_S = 0.08;
/** Rates closer than this count as equal. */
const SAME_RATE = 0.002;

export interface TrackEvents {
  fault(angle: AngleKey, fault: StreamFault): void;
  recovered(angle: AngleKey): void;
  /** Its stream is about to load again, see `StreamEvents`. */
  restarts(track: AngleTrack): void;
}

export class AngleTrack {
  readonly video: HTMLVideoElement;
  /** The view that it loads. */
  angle: AngleKey;
  readonly #events: TrackEvents;
  readonly #hasSound: boolean;
  #engine: StreamEngine | null = null;
  #opening: Promise<void> | null = null;
  #isDestroyed = false;
  /** Media time that passes during a seek, in seconds at full tempo. */
  #lead = USUAL_LEAD_S;
  #isLearning = false;

  /** Adds a muted video element to `host`. With `hasSound` it loads the sound too. */
  constructor(host: HTMLElement, angle: AngleKey, { hasSound }: { hasSound: boolean }, events: TrackEvents) {
    this.angle = angle;
    this.#hasSound = hasSound;
    this.#events = events;
    this.video = createVideo(angle);
    host.append(this.video);
    keepCurrent(this.video);
  }

  /** Opens the stream engine, once. Resolves to false if the track was destroyed before. */
  async open(): Promise<boolean> {
    this.#opening ??= openStreamEngine(
      this.video,
      {
        fault: (fault) => this.#events.fault(this.angle, fault),
        recovered: () => this.#events.recovered(this.angle),
        restarts: () => this.#events.restarts(this),
      },
      // An element without sound follows the system clock. Its rate can change at any time, and only missing frames stop it.
      this.#hasSound ? "both" : "picture",
    ).then(
      (engine) => {
        if (this.#isDestroyed) engine.destroy();
        else this.#engine = engine;
      },
      (fault: StreamFault) => {
        this.#opening = null;
        this.#events.fault(this.angle, fault);
      },
    );
    await this.#opening;
    return !this.#isDestroyed;
  }

  /** Loads `url` from `startS` seconds on. */
  load(url: string, startS: number): void {
    this.#engine?.load(url, startS);
  }

  setQuality(quality: Parameters<StreamEngine["setQuality"]>[0]): void {
    this.#engine?.setQuality(quality);
  }

  setBufferAhead(seconds: number): void {
    this.#engine?.setBufferAhead(seconds);
  }

  retry(): void {
    this.#engine?.retry();
  }

  /** Changes the playback rate, unless the difference is too small to matter. */
  nudge(rate: number): void {
    if (Math.abs(this.video.playbackRate - rate) > SAME_RATE) this.video.playbackRate = rate;
  }

  /** Closes the gap to `leader`, which plays: by the rate at `pace`, or by a seek. */
  approach(leader: HTMLVideoElement, pace: Pace): void {
    const { video } = this;
    const offset = leader.currentTime - video.currentTime;
    const correcting = Math.abs(video.playbackRate - leader.playbackRate) > SAME_RATE;
    if (this.#isLearning) this.#lead = learnLead(this.#lead, offset / leader.playbackRate);
    this.#isLearning = false;
    const correction = correctDrift(offset, leader.playbackRate, correcting, pace);
    if (correction.kind === "seek") {
      video.currentTime = leader.currentTime + this.#lead * leader.playbackRate;
      this.#isLearning = true;
    } else this.nudge(correction.rate);
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#engine?.destroy();
    this.#engine = null;
    this.video.remove();
  }
}

function createVideo(angle: AngleKey): HTMLVideoElement {
  const video = document.createElement("video");
  video.playsInline = true;
  video.preload = "auto";
  // Casting uses an element of its own. With two tracks the browser would pick either one.
  video.disableRemotePlayback = true;
  video.muted = true;
  video.tabIndex = -1;
  video.setAttribute("aria-hidden", "true");
  video.dataset.angle = angle;
  return video;
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
