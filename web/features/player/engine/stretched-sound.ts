/**
 * Time-stretched sound rendered by the server, played next to the element that carries time. It is audible only while in sync; else the
 * element's own sound is, slowed by the browser.
 */
import { isRefusal, openStreamEngine, type StreamEngine } from "./engine.ts";

/** A stream whose time `t · 100 / percent` corresponds to `t` of the class. */
export interface StretchedSource {
  readonly percent: number;
  readonly url: string;
}

/** Becomes audible within the first offset and silent beyond the second; seconds of real time (a video frame is 0.033). */
const COME_IN_S = 0.02;
const GO_AGAIN_S = 0.03;
/** Beyond this offset, in seconds, it seeks instead of changing its rate. */
const PUT_BEYOND_S = 0.15;
/**
 * Offsets beyond this (seconds) are corrected at once. The correction takes this long (milliseconds), or longer at the maximum rate change.
 */
const CORRECT_BEYOND_S = 0.016;
const CORRECT_MS = 250;
const MAX_CORRECTION = 0.2;
/** Element clocks are noisy. An offset is averaged over this time (milliseconds) and number of samples, after a time to settle. */
const LOOK_MS = 150;
const LOOKS = 6;
const SETTLE_MS = 80;
const CAN_GO_ON = 3;
/**
 * Volume while it should be silent: −80 dB. Chromium takes muted elements off the audio clock, so toggling `muted` shifts them by a frame
 * and leaves a gap.
 */
const SILENT_VOLUME = 0.0001;

/** The sound settings of a track; `hushed`: silent for now, but ready. */
export interface TrackSound {
  readonly muted: boolean;
  readonly volume: number;
  readonly hushed?: boolean;
}

/**
 * Actions with a learned latency, in seconds: starting later than the leader, seeking, and changing the rate and back. For a rate change
 * Chromium switches its audio renderer.
 */
type Move = "start" | "put" | "pace";

export class StretchedSound {
  readonly #leader: HTMLVideoElement;
  readonly #audio = document.createElement("audio");
  #engine: Promise<StreamEngine | null> | null = null;
  #sources: readonly StretchedSource[] = [];
  #source: StretchedSource | null = null;
  #volume = 1;
  #muted = true;
  #hushed = false;
  #heard = false;
  #destroyed = false;
  /** `performance.now()` at which the current correction ends, and before which no samples are taken. */
  #correctsUntil = 0;
  #settlesAt = 0;
  /** Sampled offsets since it settled. */
  readonly #offsets: number[] = [];
  readonly #lags: Record<Move, number> = { start: 0, put: 0.08, pace: 0.025 };
  #awaited: Move | null = null;

  /** Adds its element to `host`. Follows `leader` and takes over its `muted` and `volume`. */
  constructor(host: HTMLElement, leader: HTMLVideoElement) {
    this.#leader = leader;
    this.#audio.preload = "auto";
    this.#audio.muted = true;
    host.append(this.#audio);
  }

  /** Sets the stretched sounds of the class that the leader loads; may be empty. */
  setSources(sources: readonly StretchedSource[], rate: number): void {
    this.#sources = sources;
    this.#source = null;
    this.setRate(rate);
  }

  /** Selects the sound for this tempo, or pauses if there is none. */
  setRate(rate: number): void {
    const percent = Math.round(rate * 100);
    const source = this.#sources.find((one) => one.percent === percent) ?? null;
    if (source === this.#source) return;
    this.#source = source;
    this.#pause();
    if (source !== null) void this.#load(source);
  }

  async #load(source: StretchedSource): Promise<void> {
    this.#engine ??= openSoundEngine(this.#audio, () => this.#fail());
    const engine = await this.#engine;
    if (this.#destroyed || this.#source !== source) return;
    engine?.load(source.url, this.#leader.currentTime / (source.percent / 100));
  }

  /** Missing or forbidden: the browser's own slowed sound is used until there are new URLs. */
  #fail(): void {
    this.#source = null;
    this.#pause();
  }

  setSound(sound: TrackSound): void {
    this.#volume = sound.volume;
    this.#muted = sound.muted;
    this.#hushed = sound.hushed ?? false;
    this.#apply();
  }

  #apply(): void {
    this.#sound(this.#leader, !this.#heard && !this.#hushed);
    this.#sound(this.#audio, this.#heard && !this.#hushed);
  }

  #sound(element: HTMLMediaElement, isAudible: boolean): void {
    element.volume = isAudible ? this.#volume : Math.min(this.#volume, SILENT_VOLUME);
    // Some browsers don't let pages set the volume.
    const isLoud = !isAudible && element.volume > SILENT_VOLUME * 2;
    element.muted = this.#muted || isLoud;
  }

  #setAudible(heard: boolean): void {
    if (heard === this.#heard) return;
    this.#heard = heard;
    this.#apply();
  }

  #pause(): void {
    this.#setAudible(false);
    this.#audio.pause();
  }

  /** Follows a seek of the leader. */
  seek(seconds: number): void {
    if (this.#source === null) return;
    this.#setAudible(false);
    this.#audio.currentTime = (seconds * 100) / this.#source.percent;
  }

  /** Keeps it in sync with the leader. Call for every frame, also while paused. */
  align(): void {
    const audio = this.#audio;
    const leader = this.#leader;
    const source = this.#source;
    if (source === null || audio.readyState === 0) return;
    // The leader loads again, and has no position until it has.
    if (leader.readyState === 0) return this.#pause();
    const rate = source.percent / 100;
    const offset = leader.currentTime / rate - audio.currentTime;
    if (leader.paused || leader.seeking || leader.ended) {
      if (!audio.paused) this.#pause();
      // It waits ahead by its start latency.
      if (!leader.seeking && !audio.seeking && Math.abs(offset + this.#lags.start) > 0.01)
        audio.currentTime = Math.max(0, leader.currentTime / rate + this.#lags.start);
      return;
    }
    const now = performance.now();
    if (audio.paused) {
      audio.play().catch((error: unknown) => {
        if (isRefusal(error) && !leader.paused) this.#fail();
      });
      this.#await("start", now);
    }
    if (audio.seeking || audio.readyState < CAN_GO_ON) {
      this.#settle(now);
      return this.#setAudible(false);
    }
    const pace = leader.playbackRate / rate;
    if (now < this.#correctsUntil) return;
    if (Math.abs(audio.playbackRate - pace) > 0.0005) audio.playbackRate = pace;
    if (now < this.#settlesAt) return;
    this.#offsets.push(offset);
    if (now < this.#settlesAt + LOOK_MS || this.#offsets.length < LOOKS) return;
    this.#conclude(medianOf(this.#offsets), pace, now);
  }

  #conclude(offset: number, pace: number, now: number): void {
    this.#offsets.length = 0;
    this.#settlesAt = now;
    this.#learn(offset);
    const off = Math.abs(offset);
    if (off > PUT_BEYOND_S) {
      this.#setAudible(false);
      this.#audio.currentTime += offset + this.#lags.put;
      return this.#await("put", now);
    }
    this.#setAudible(off < (this.#heard ? GO_AGAIN_S : COME_IN_S));
    if (off < CORRECT_BEYOND_S) return;
    const wanted = offset + this.#lags.pace;
    const lengthMs = Math.max(CORRECT_MS, (Math.abs(wanted) * 1000) / MAX_CORRECTION);
    this.#audio.playbackRate = pace + (wanted * 1000) / lengthMs;
    this.#await("pace", now + lengthMs);
    this.#correctsUntil = now + lengthMs;
  }

  #settle(from: number): void {
    this.#offsets.length = 0;
    this.#settlesAt = from + SETTLE_MS;
  }

  #await(move: Move, from: number): void {
    this.#awaited = move;
    this.#correctsUntil = 0;
    this.#settle(from);
  }

  /** The first offset after an action is the latency of that action. */
  #learn(offset: number): void {
    if (this.#awaited === null) return;
    const lag = this.#lags[this.#awaited] + offset * 0.6;
    this.#lags[this.#awaited] = Math.min(0.5, Math.max(-0.2, lag));
    this.#awaited = null;
  }

  destroy(): void {
    this.#destroyed = true;
    this.#audio.remove();
    void this.#engine?.then((engine) => engine?.destroy());
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Null if the browser can't: it then slows the sound itself. */
async function openSoundEngine(audio: HTMLAudioElement, failed: () => void): Promise<StreamEngine | null> {
  const engine = await openStreamEngine(audio, {
    fault: ({ kind }) => {
      if (kind !== "network") failed();
    },
    recovered: () => undefined,
  }).catch(() => null);
  engine?.setQuality("low");
  return engine;
}
