/**
 * Casting by the browser: the Remote Playback API (Chrome on Android, Safari), or AirPlay by Safari's older API. It needs an element with a
 * plain URL. The player's elements use Media Source Extensions, so this one has its own element.
 */
import {
  type CastReport,
  type CastWay,
  type CastWayEvents,
  NoTelevision,
  type Television,
  type TelevisionEvents,
} from "./television.ts";

/** Poll interval: elements report little while they play remotely. */
const ASK_MS = 1_000;
const CAN_GO_ON = 3;

/** Safari's API, where the standard one is missing. */
interface AirPlayElement extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker(): void;
  readonly webkitCurrentPlaybackTargetIsWireless: boolean;
}

const isAirPlay = (video: HTMLVideoElement): video is AirPlayElement =>
  "webkitShowPlaybackTargetPicker" in video;

/** The two browser APIs behind one interface. */
interface Remote {
  readonly isCasting: boolean;
  prompt(): Promise<void>;
}

/** Opens remote playback for the stream at `url`; its element is added to `host`. Null if this browser has neither API. */
export function openRemotePlayback(host: HTMLElement, url: string, events: CastWayEvents): CastWay | null {
  const video = document.createElement("video");
  if (video.canPlayType("application/vnd.apple.mpegurl") === "") return null;
  if (!("remote" in video) && !isAirPlay(video)) return null;
  video.playsInline = true;
  video.preload = "metadata";
  video.muted = true;
  video.tabIndex = -1;
  video.setAttribute("aria-hidden", "true");
  video.setAttribute("x-webkit-airplay", "allow");
  video.src = url;
  host.append(video);
  const abort = new AbortController();
  let television: ElementTelevision | null = null;
  const changed = () => {
    if (!remote.isCasting) {
      television?.lose();
      television = null;
    } else if (television === null) {
      television = new ElementTelevision(video);
      events.connected(television);
    }
  };
  const remote = openRemote(video, events, changed, abort.signal);
  return {
    async choose() {
      await remote.prompt();
    },
    close() {
      abort.abort();
      television?.end();
      video.removeAttribute("src");
      video.load();
      video.remove();
    },
  };
}

function openRemote(
  video: HTMLVideoElement,
  events: CastWayEvents,
  changed: () => void,
  signal: AbortSignal,
): Remote {
  if (!("remote" in video) && isAirPlay(video)) {
    const airPlay: AirPlayElement = video;
    airPlay.addEventListener(
      "webkitplaybacktargetavailabilitychanged",
      (event) => events.reached((event as Event & { availability?: string }).availability === "available"),
      { signal },
    );
    airPlay.addEventListener("webkitcurrentplaybacktargetiswirelesschanged", changed, { signal });
    return {
      get isCasting() {
        return airPlay.webkitCurrentPlaybackTargetIsWireless;
      },
      prompt: async () => airPlay.webkitShowPlaybackTargetPicker(),
    };
  }
  const { remote } = video;
  for (const name of ["connect", "disconnect"]) remote.addEventListener(name, changed, { signal });
  remote
    .watchAvailability((isInReach) => events.reached(isInReach))
    .then(
      (id) =>
        signal.addEventListener(
          "abort",
          () => void remote.cancelWatchAvailability(id).catch(() => undefined),
        ),
      // Availability isn't monitored in the background here: the browser searches when its prompt opens.
      () => undefined,
    );
  return {
    get isCasting() {
      return remote.state === "connected";
    },
    prompt: () =>
      remote.prompt().catch((error: unknown) => {
        if (!(error instanceof DOMException)) throw error;
        // The prompt was dismissed, or one is open already.
        if (error.name === "NotAllowedError" || error.name === "OperationError") return;
        throw new NoTelevision(error.message);
      }),
  };
}

class ElementTelevision implements Television {
  readonly name = null;
  readonly hasCaptions = false;
  // The browser casts an element, which goes with its class.
  readonly goesOn = false;
  readonly #video: HTMLVideoElement;
  #abort = new AbortController();
  #events: TelevisionEvents | null = null;

  constructor(video: HTMLVideoElement) {
    this.#video = video;
  }

  load: Television["load"] = (media, castStatus, events) => {
    const video = this.#video;
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#events = events;
    if (video.src !== media.url || video.error !== null) video.src = media.url;
    this.setSound(castStatus);
    this.setRate(castStatus.rate);
    if (video.readyState === 0) {
      video.addEventListener(
        "loadedmetadata",
        () => {
          video.currentTime = castStatus.positionMs / 1000;
        },
        { signal, once: true },
      );
    } else video.currentTime = castStatus.positionMs / 1000;
    const report = () => events.reported(this.#look());
    for (const name of ["playing", "pause", "seeked", "waiting", "ended", "timeupdate"])
      video.addEventListener(name, report, { signal });
    video.addEventListener("error", () => events.failed(), { signal });
    const timer = setInterval(report, ASK_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
    if (castStatus.isPlaying) this.play();
    else this.pause();
  };

  #look(): CastReport {
    const { currentTime, ended, paused, seeking, readyState, playbackRate: rate } = this.#video;
    const isWaiting = seeking || readyState < CAN_GO_ON;
    const phase = ended ? "ended" : paused ? "paused" : isWaiting ? "waiting" : "playing";
    return { positionMs: currentTime * 1000, phase, rate };
  }

  play(): void {
    // Rejected: the next poll reports that it is paused.
    this.#video.play().catch(() => undefined);
  }

  pause(): void {
    this.#video.pause();
  }

  seek(ms: number): void {
    this.#video.currentTime = ms / 1000;
  }

  setRate(rate: number): void {
    this.#video.defaultPlaybackRate = rate;
    this.#video.playbackRate = rate;
  }

  setSound({ muted, volume }: { readonly muted: boolean; readonly volume: number }): void {
    this.#video.muted = muted;
    this.#video.volume = volume;
  }

  setCaptions(): void {}

  get isOver(): boolean {
    return this.#abort.signal.aborted;
  }

  handOver(): null {
    return null;
  }

  end(): void {
    this.#abort.abort();
    this.#events = null;
    // After a disconnect it must not continue on this device.
    this.#video.pause();
    this.#video.muted = true;
  }

  lose(): void {
    const events = this.#events;
    this.end();
    events?.gone();
  }
}
