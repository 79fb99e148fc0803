/**
 * An angle group: the views of a class as synchronized streams. The first view carries sound and time; the others are muted and follow
 * it. Open are the shown view and the one after it, so that switching only raises an element that is already playing.
 */
import type { AngleKey } from "../../../../contract/angles.ts";
import { AngleTrack, CAN_GO_ON, type TrackEvents } from "./angle-track.ts";
import { nextAngle, type AngleView } from "./angle-view.ts";
import { BRISK, GENTLE } from "./drift.ts";
import { isRefusal } from "./engine.ts";
import { type TrackSound, StretchedSound, type StretchedSource } from "./stretched-sound.ts";

/** The streams of one class. */
export interface TrackSource {
  /** Whether the views are upright versions, as upright windows show them. */
  readonly isUpright: boolean;
  /** One to six; the first is the one that the others follow. */
  readonly views: readonly AngleView[];
  /** Time-stretched sound, where the server has rendered it. */
  readonly slow: readonly StretchedSource[];
}

/** The stream URL of one view, or of the first if the class doesn't have it. Each includes the sound. */
export const addressOf = ({ views }: TrackSource, angle: AngleKey): string =>
  (views.find(({ key }) => key === angle) ?? views[0])!.url;

/** URL of an angle's wide version, which televisions play. */
export function wideAddressOf({ views }: TrackSource, angle: AngleKey): string {
  const view = (views.find(({ key }) => key === angle) ?? views[0])!;
  return view.wideUrl ?? view.url;
}

export interface GroupEvents extends TrackEvents {
  /** The browser refuses to play another view next to the first. */
  refusedBeside(): void;
}

export class AngleGroup {
  readonly #host: HTMLElement;
  readonly #events: GroupEvents;
  readonly #main: AngleTrack;
  readonly #stretched: StretchedSound;
  /** Tracks of other views than the first. */
  readonly #beside = new Map<AngleKey, AngleTrack>();
  #source: TrackSource | null = null;
  #angle: AngleKey;
  #onTop = false;
  #wanted = false;
  #held = false;
  #isAlone = false;
  #bufferAhead = Number.POSITIVE_INFINITY;
  #destroyed = false;
  #loadGeneration = 0;

  /** Adds the group's video elements to `host`, which they cover. The visible one carries `data-shown`. */
  constructor(host: HTMLElement, first: AngleKey, events: GroupEvents) {
    this.#host = host;
    this.#events = events;
    this.#angle = first;
    this.#main = new AngleTrack(host, first, { hasSound: true }, events);
    this.#stretched = new StretchedSound(host, this.#main.video);
  }

  /** The element that carries time and sound. */
  get master(): HTMLVideoElement {
    return this.#main.video;
  }

  /** The element of the chosen angle. */
  get shown(): HTMLVideoElement {
    return (this.#beside.get(this.#angle) ?? this.#main).video;
  }

  get videos(): readonly HTMLVideoElement[] {
    return this.#tracks.map(({ video }) => video);
  }

  get #tracks(): readonly AngleTrack[] {
    return [this.#main, ...this.#beside.values()];
  }

  get loaded(): boolean {
    return this.#source !== null;
  }

  /** True when the first view and the shown one have buffered enough to play on. */
  get ready(): boolean {
    const { shown } = this;
    const isReady = shown === this.#main.video || (shown.readyState >= CAN_GO_ON && !shown.seeking);
    return this.#main.video.readyState >= CAN_GO_ON && isReady;
  }

  /** True when a single element plays all views in turn. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** True while the group itself pauses the master because the visible view has stalled. */
  get held(): boolean {
    return this.#held;
  }

  /** Loads the class from `startS` seconds on. Other views load after the first one has its first frame. */
  async load(source: TrackSource, startS: number): Promise<void> {
    const generation = ++this.#loadGeneration;
    const isOver = () => this.#destroyed || generation !== this.#loadGeneration || this.#isAlone;
    const moved = this.#source !== null;
    this.#source = source;
    const first = source.views[0]!.key;
    await this.#open(this.#main, this.#isAlone ? this.#angle : first, startS);
    if (isOver()) return;
    this.#stretched.setSources(source.slow, this.#main.video.defaultPlaybackRate);
    if (source.views.length === 1) return;
    if (!moved && this.#angle === first) await this.#mainPicture();
    if (isOver()) return;
    const at = this.#main.video.currentTime || startS;
    await Promise.all([
      ...[...this.#beside.values()].map((track) => this.#open(track, track.angle, at)),
      this.#openWanted(at),
    ]);
    this.#arrange();
  }

  /** Opens the shown view and the next one, and closes others. */
  async #openWanted(atS: number): Promise<void> {
    if (this.#source === null || this.#isAlone) return;
    const { views } = this.#source;
    const wanted = new Set([this.#angle, nextAngle(views, this.#angle)]);
    wanted.delete(views[0]!.key);
    for (const track of this.#beside.values()) if (!wanted.has(track.angle)) this.#close(track);
    const missing = [...wanted].filter((key) => !this.#beside.has(key));
    await Promise.all(
      missing.map((key) => {
        const track = new AngleTrack(this.#host, key, { hasSound: false }, this.#events);
        track.video.defaultPlaybackRate = this.#main.video.defaultPlaybackRate;
        this.#beside.set(key, track);
        return this.#open(track, key, atS);
      }),
    );
  }

  #close(track: AngleTrack): void {
    this.#beside.delete(track.angle);
    track.destroy();
  }

  /** Switches to a single element, for browsers that play only one. Changing the angle then loads the other view. */
  goAlone(): void {
    if (this.#isAlone) return;
    this.#isAlone = true;
    this.#stretched.setSources([], this.#main.video.defaultPlaybackRate);
    for (const track of this.#beside.values()) this.#close(track);
    this.#arrange();
    if (this.#angle !== this.#main.angle) this.#reopen();
  }

  #reopen(): void {
    if (this.#source === null) return;
    const { video } = this.#main;
    const isPlaying = this.#wanted;
    void this.#open(this.#main, this.#angle, video.currentTime).then(() => {
      if (isPlaying) video.play().catch(() => undefined);
    });
  }

  async #open(track: AngleTrack, angle: AngleKey, startS: number): Promise<void> {
    track.angle = angle;
    if (!(await track.open())) return;
    this.#applyQuality(track);
    track.setBufferAhead(this.#bufferAhead);
    track.load(addressOf(this.#source!, angle), startS);
  }

  #mainPicture(): Promise<void> {
    const { video } = this.#main;
    if (video.readyState >= CAN_GO_ON) return Promise.resolve();
    return new Promise((resolve) => {
      video.addEventListener("canplay", () => resolve(), { once: true });
    });
  }

  #applyQuality(track: AngleTrack): void {
    track.setQuality(track.angle === this.#angle || this.#beside.size === 0 ? "full" : "low");
  }

  /** Raises the shown angle of this group above all other video, or hides the group. */
  setOnTop(onTop: boolean): void {
    this.#onTop = onTop;
    this.#arrange();
  }

  #arrange(): void {
    for (const video of this.videos) video.toggleAttribute("data-shown", this.#onTop && video === this.shown);
  }

  /** Changes the angle. If that view is already playing, the image changes with the next paint. */
  setAngle(angle: AngleKey): void {
    if (this.#isAlone && angle !== this.#angle) {
      this.#angle = angle;
      return this.#reopen();
    }
    this.#angle = angle;
    if (this.#beside.size > 0) void this.#openWanted(this.#main.video.currentTime);
    this.#arrange();
    if (this.shown === this.#main.video) this.#resume();
    for (const track of this.#tracks) this.#applyQuality(track);
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

  /** Changes the playback rate briefly without changing the chosen tempo, to align groups. The other views follow. */
  nudge(rate: number): void {
    this.#main.nudge(rate);
  }

  setBufferAhead(seconds: number): void {
    this.#bufferAhead = seconds;
    for (const track of this.#tracks) track.setBufferAhead(seconds);
  }

  /** Seeks all views to `seconds`. */
  seek(seconds: number): void {
    for (const video of this.videos) video.currentTime = seconds;
    this.#stretched.seek(seconds);
  }

  /** Starts all views. Rejects with NotAllowedError if the browser requires a user gesture. */
  async play(): Promise<void> {
    this.#wanted = true;
    this.#held = false;
    // The first view first: if only one element may play, it has to be this one.
    const playing = this.#main.video.play();
    for (const track of this.#beside.values()) this.#playBeside(track);
    this.#stretched.align();
    await playing;
  }

  #playBeside({ video }: AngleTrack): void {
    video.play().catch((error: unknown) => {
      // It is muted and next to a playing element, so a user gesture would not help either.
      if (isRefusal(error) && !this.#main.video.paused) this.#events.refusedBeside();
    });
  }

  pause(): void {
    this.#wanted = false;
    this.#held = false;
    for (const video of this.videos) video.pause();
    this.#stretched.align();
  }

  /** Retries all streams. */
  retry(): void {
    for (const track of this.#tracks) track.retry();
  }

  /**
   * Keeps the other views and the stretched sound in step with the first. Call for every frame while playing, and occasionally while
   * paused.
   */
  align(): void {
    this.#stretched.align();
    for (const track of this.#beside.values()) if (track.video.readyState > 0) this.#follow(track);
  }

  #follow(track: AngleTrack): void {
    const main = this.#main.video;
    const { video } = track;
    const isShown = track.angle === this.#angle;
    // The page is hidden, and the browser may pause the element by itself.
    if (document.hidden && document.pictureInPictureElement === null) return this.#resume();
    if (isShown && this.#wanted) this.#holdFor(video);
    // The first view has stalled or is seeking; this one would run ahead of it.
    if (main.seeking || (main.readyState < CAN_GO_ON && !main.ended)) return video.pause();
    if (video.seeking) return;
    if (main.paused) {
      if (!video.paused && !this.#held) video.pause();
      if (!this.#held && Math.abs(main.currentTime - video.currentTime) > 0.02)
        video.currentTime = main.currentTime;
      return;
    }
    if (video.paused && this.#wanted) this.#playBeside(track);
    track.approach(main, this.#onTop && isShown ? GENTLE : BRISK);
  }

  /** Pauses the sound while the visible view has stalled. */
  #holdFor(video: HTMLVideoElement): void {
    const main = this.#main.video;
    const dry = video.readyState < CAN_GO_ON && !video.ended;
    if (dry && !this.#held && !main.paused) {
      this.#held = true;
      main.pause();
      video.currentTime = main.currentTime;
    } else if (!dry) this.#resume();
  }

  #resume(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#main.video.play().catch(() => undefined);
  }

  destroy(): void {
    this.#destroyed = true;
    this.#stretched.destroy();
    for (const track of this.#tracks) track.destroy();
  }
}
