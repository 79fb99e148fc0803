/** Plays a take in sync with the class: seeks, tempo and loops included. Two elements alternate, so that loops are gapless here too. */
import { correctDrift } from "../engine/drift.ts";
import type { Player } from "../engine/player.ts";
import { type Take, takeRate, takeTimeAt } from "./take.ts";

/** Maximum offset from the class while paused, about a frame, in seconds. */
const A_FRAME_S = 0.03;

export class TakeFollower {
  readonly #player: Player;
  readonly #videos: readonly [HTMLVideoElement, HTMLVideoElement];
  readonly #url: string;
  readonly #leave: () => void;
  #shown: 0 | 1 = 0;
  take: Take;

  /** Adds its elements to `host`; the visible one carries `data-shown`. */
  constructor(host: HTMLElement, player: Player, take: Take, recording: Blob) {
    this.#player = player;
    this.take = take;
    this.#url = URL.createObjectURL(recording);
    const make = (): HTMLVideoElement => {
      const video = document.createElement("video");
      video.src = this.#url;
      video.muted = true;
      video.playsInline = true;
      video.preload = "auto";
      video.tabIndex = -1;
      video.setAttribute("aria-hidden", "true");
      // A recording states its duration only at its end. Seeking there first makes all of it seekable.
      video.addEventListener(
        "loadedmetadata",
        () => {
          if (video.duration === Number.POSITIVE_INFINITY) video.currentTime = 1e9;
        },
        { once: true },
      );
      host.append(video);
      return video;
    };
    this.#videos = [make(), make()];
    this.#videos[0].toggleAttribute("data-shown", true);
    this.#leave = player.onFrame((ms) => this.#tick(ms));
  }

  #tick(classMs: number): void {
    const { state } = this.#player;
    const rate = takeRate(this.take, state.rate);
    const at = takeTimeAt(this.take, classMs);
    const waiting = this.#videos[this.#shown === 0 ? 1 : 0];
    const back = state.loop && takeTimeAt(this.take, state.loop.startMs);
    if (back !== null && !waiting.seeking && Math.abs(waiting.currentTime - Math.max(0, back)) > A_FRAME_S)
      waiting.currentTime = Math.max(0, back);
    const shown = this.#videos[this.#shown];
    const hasTurned = back !== null && shown.currentTime - at > 0.3 && Math.abs(at - Math.max(0, back)) < 0.2;
    if (hasTurned && !waiting.seeking && waiting.readyState >= 2) {
      shown.pause();
      shown.removeAttribute("data-shown");
      this.#shown = this.#shown === 0 ? 1 : 0;
      waiting.toggleAttribute("data-shown", true);
    }
    this.#hold(
      this.#videos[this.#shown],
      at,
      rate,
      state.playing && !state.waiting && state.countIn === null,
    );
  }

  #hold(video: HTMLVideoElement, at: number, rate: number, plays: boolean): void {
    const end = Number.isFinite(video.duration) ? video.duration : 0;
    const isWithin = at >= 0 && at < end;
    video.toggleAttribute("data-outside", !isWithin);
    if (video.readyState === 0 || video.seeking) return;
    if (!plays || !isWithin) {
      if (!video.paused) video.pause();
      const place = Math.min(Math.max(0, at), Math.max(0, end - 0.05));
      if (Math.abs(video.currentTime - place) > A_FRAME_S) video.currentTime = place;
      return;
    }
    if (video.paused) {
      video.playbackRate = rate;
      // Rejected only while the page unloads.
      video.play().catch(() => undefined);
    }
    const correction = correctDrift(
      at - video.currentTime,
      rate,
      Math.abs(video.playbackRate - rate) > 0.002,
    );
    if (correction.kind === "seek") video.currentTime = at + 0.08 * rate;
    else if (Math.abs(video.playbackRate - correction.rate) > 0.002) video.playbackRate = correction.rate;
  }

  destroy(): void {
    this.#leave();
    for (const video of this.#videos) {
      video.removeAttribute("src");
      video.load();
      video.remove();
    }
    URL.revokeObjectURL(this.#url);
  }
}
