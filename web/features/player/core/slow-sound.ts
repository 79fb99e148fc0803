/**
 * The sound of a slower tempo as the server made it, beside the element that carries time. It is heard only while it is in step with
 * that; else the element's own sound is, slowed by the browser.
 */
import { correctDrift } from "./drift.ts";
import { openStreamEngine, type StreamEngine } from "./engine.ts";

/** A stream that sounds at `t · 100 / percent` as the class does at `t`. */
export interface SlowSource {
  readonly percent: number;
  readonly url: string;
}

/** Within the first it comes in, beyond the second it goes again; seconds of real time, a picture being 0.033. */
const COME_IN_S = 0.012;
const GO_AGAIN_S = 0.028;
const CAN_GO_ON = 3;

export class SlowSound {
  readonly #leader: HTMLVideoElement;
  readonly #audio = document.createElement("audio");
  #engine: Promise<StreamEngine | null> | null = null;
  #sources: readonly SlowSource[] = [];
  #source: SlowSource | null = null;
  #volume = 1;
  #muted = true;
  #heard = false;
  #destroyed = false;

  /** Puts its element into `host`. Follows `leader`, whose `muted` and `volume` it takes over. */
  constructor(host: HTMLElement, leader: HTMLVideoElement) {
    this.#leader = leader;
    this.#audio.preload = "auto";
    this.#audio.muted = true;
    host.append(this.#audio);
  }

  /** What there is for the class that the leader loads; none is fine. */
  setSources(sources: readonly SlowSource[], rate: number): void {
    this.#sources = sources;
    this.#source = null;
    this.setRate(rate);
  }

  /** Takes the sound that was made for this tempo, or rests where there is none. */
  setRate(rate: number): void {
    const percent = Math.round(rate * 100);
    const source = this.#sources.find((one) => one.percent === percent) ?? null;
    if (source === this.#source) return;
    this.#source = source;
    this.#rest();
    if (source !== null) void this.#load(source);
  }

  async #load(source: SlowSource): Promise<void> {
    this.#engine ??= openSoundEngine(this.#audio, () => {
      // Not there, or no longer: the browser's own will do until there are other addresses.
      this.#source = null;
      this.#rest();
    });
    const engine = await this.#engine;
    if (this.#destroyed || this.#source !== source) return;
    engine?.load(source.url, this.#leader.currentTime / (source.percent / 100));
  }

  setSound(sound: { readonly muted: boolean; readonly volume: number }): void {
    this.#volume = sound.volume;
    this.#muted = sound.muted;
    this.#apply();
  }

  #apply(): void {
    const { remote } = this.#leader;
    // A television plays the leader alone.
    const isAway = remote !== undefined && remote.state !== "disconnected";
    const own = !this.#heard || isAway;
    this.#leader.volume = this.#volume;
    this.#audio.volume = this.#volume;
    this.#leader.muted = this.#muted || !own;
    this.#audio.muted = this.#muted || own;
  }

  #setHeard(heard: boolean): void {
    if (heard === this.#heard) return;
    this.#heard = heard;
    this.#apply();
  }

  #rest(): void {
    this.#setHeard(false);
    this.#audio.pause();
  }

  /** Goes to where the leader is sent. */
  seek(seconds: number): void {
    if (this.#source === null) return;
    this.#setHeard(false);
    this.#audio.currentTime = (seconds * 100) / this.#source.percent;
  }

  /** Holds it beside the leader. To be called for every frame, also at rest. */
  align(): void {
    const audio = this.#audio;
    const leader = this.#leader;
    const source = this.#source;
    if (source === null || audio.readyState === 0) return;
    const rate = source.percent / 100;
    const offset = leader.currentTime / rate - audio.currentTime;
    if (leader.paused || leader.seeking || leader.ended) {
      if (!audio.paused) this.#rest();
      if (!leader.seeking && !audio.seeking && Math.abs(offset) > 0.02)
        audio.currentTime = leader.currentTime / rate;
      return;
    }
    if (audio.paused) audio.play().catch(() => undefined);
    if (audio.seeking) return this.#setHeard(false);
    const pace = leader.playbackRate / rate;
    const correcting = Math.abs(audio.playbackRate - pace) > 0.002;
    const correction = correctDrift(offset, pace, correcting || !this.#heard);
    if (correction.kind === "seek") {
      this.#setHeard(false);
      // A little ahead: the leader goes on while the seek runs.
      audio.currentTime = leader.currentTime / rate + 0.08;
      return;
    }
    if (Math.abs(audio.playbackRate - correction.rate) > 0.002) audio.playbackRate = correction.rate;
    const most = this.#heard ? GO_AGAIN_S : COME_IN_S;
    this.#setHeard(audio.readyState >= CAN_GO_ON && !audio.paused && Math.abs(offset) < most);
  }

  destroy(): void {
    this.#destroyed = true;
    this.#audio.remove();
    void this.#engine?.then((engine) => engine?.destroy());
  }
}

/** Null where the browser can't: it slows the sound itself then. */
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
