/** Google Cast: a receiver app chosen by the studio opens the class by its signed URL. */
import { type CastApi, type CastMediaSession, type CastSession, loadCastApi } from "./google-cast-api.ts";
import {
  type CastMedia,
  type CastStatus,
  type CastWay,
  type CastWayEvents,
  NoTelevision,
  type Television,
  type TelevisionEvents,
} from "./television.ts";

/** Poll interval: a receiver reports only changes, so polling keeps the two clocks together. */
const ASK_MS = 4_000;
/** The media namespace of the Cast protocol. The sender script has no call for the playback rate. */
const MEDIA_NAMESPACE = "urn:x-cast:com.google.cast.media";
/** Receivers support no lower and no higher rates. */
const SLOWEST = 0.5;
const FASTEST = 2;
const CAPTIONS = 1;

/** Names of the phases in the Cast protocol. */
const phases = { PLAYING: "playing", PAUSED: "paused", BUFFERING: "waiting" } as const;
/** Ignores responses that change nothing here; the next status report is authoritative. */
const ignore = (): void => undefined;

/** Loads Google's script and watches for receivers of `appId`. Null if this browser can't cast; rejects if the script fails to load. */
export async function openGoogleCast(appId: string, events: CastWayEvents): Promise<CastWay | null> {
  const api = await loadCastApi();
  if (api === null) return null;
  let television: GoogleTelevision | null = null;
  await new Promise<void>((resolve, reject) =>
    api.initialize(
      new api.ApiConfig(
        new api.SessionRequest(appId),
        // A session left by another page belongs to that page.
        ignore,
        (availability) => events.reached(availability === "available"),
        api.AutoJoinPolicy.PAGE_SCOPED,
      ),
      resolve,
      ({ code }) => reject(new NoTelevision(code)),
    ),
  );
  return {
    choose: () =>
      new Promise((resolve, reject) =>
        api.requestSession(
          (session) => {
            television = new GoogleTelevision(api, session);
            events.connected(television);
            resolve();
          },
          ({ code }) => (code === "cancel" ? resolve() : reject(new NoTelevision(code))),
        ),
      ),
    close: () => television?.end(),
  };
}

class GoogleTelevision implements Television {
  readonly hasCaptions = true;
  readonly goesOn = true;
  readonly #api: CastApi;
  readonly #session: CastSession;
  #events: TelevisionEvents | null = null;
  #media: CastMediaSession | null = null;
  /** The last requested status: a class that is still loading gets it once it has loaded. */
  #status: CastStatus | null = null;
  #hasCaptionTrack = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #requests = 0;
  #isOver = false;

  constructor(api: CastApi, session: CastSession) {
    this.#api = api;
    this.#session = session;
  }

  get name(): string {
    return this.#session.receiver.friendlyName;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  load(media: CastMedia, castStatus: CastStatus, events: TelevisionEvents): void {
    this.#forget();
    this.#events = events;
    this.#status = castStatus;
    this.#hasCaptionTrack = media.captions.length > 0;
    this.#session.addUpdateListener(this.#onSession);
    this.#session.loadMedia(
      this.#requestOf(media, castStatus),
      (loaded) => {
        if (this.#events !== events) return;
        this.#media = loaded;
        loaded.addUpdateListener(this.#onMedia);
        this.#timer = setInterval(() => loaded.getStatus(null, this.#report, ignore), ASK_MS);
        const asked = this.#status ?? castStatus;
        if (asked.isPlaying !== castStatus.isPlaying) (asked.isPlaying ? this.#play : this.#rest)(loaded);
        if (asked.positionMs !== castStatus.positionMs) this.seek(asked.positionMs);
        this.setRate(asked.rate);
        this.setSound(asked);
        this.#report();
      },
      () => {
        if (this.#events === events) events.failed();
      },
    );
  }

  #requestOf(media: CastMedia, castStatus: CastStatus): object {
    const { Image, media: make } = this.#api;
    const tracks = media.captions.slice(0, 1).map(({ language, label, url }) =>
      Object.assign(new make.Track(CAPTIONS, "TEXT"), {
        trackContentId: url,
        trackContentType: "text/vtt",
        subtype: "SUBTITLES",
        name: label,
        language,
      }),
    );
    const info = Object.assign(new make.MediaInfo(media.url, "application/vnd.apple.mpegurl"), {
      streamType: "BUFFERED",
      hlsSegmentFormat: "fmp4",
      hlsVideoSegmentFormat: "fmp4",
      tracks,
      metadata: Object.assign(new make.GenericMediaMetadata(), {
        title: media.title,
        subtitle: media.artist,
        images: media.imageUrl === null ? [] : [new Image(media.imageUrl)],
      }),
    });
    return Object.assign(new make.LoadRequest(info), {
      autoplay: castStatus.isPlaying,
      currentTime: castStatus.positionMs / 1000,
      activeTrackIds: castStatus.captions && tracks.length > 0 ? [CAPTIONS] : [],
    });
  }

  readonly #play = (media: CastMediaSession): void => media.play(null, ignore, ignore);
  readonly #rest = (media: CastMediaSession): void => media.pause(null, ignore, ignore);

  play(): void {
    this.#ask({ isPlaying: true });
    if (this.#media) this.#play(this.#media);
  }

  pause(): void {
    this.#ask({ isPlaying: false });
    if (this.#media) this.#rest(this.#media);
  }

  seek(ms: number): void {
    this.#ask({ positionMs: ms });
    const request = Object.assign(new this.#api.media.SeekRequest(), { currentTime: ms / 1000 });
    this.#media?.seek(request, ignore, ignore);
  }

  setRate(rate: number): void {
    this.#ask({ rate });
    if (this.#media === null) return;
    this.#session.sendMessage(
      MEDIA_NAMESPACE,
      {
        type: "SET_PLAYBACK_RATE",
        requestId: ++this.#requests,
        mediaSessionId: this.#media.mediaSessionId,
        playbackRate: Math.min(FASTEST, Math.max(SLOWEST, rate)),
      },
      ignore,
      ignore,
    );
  }

  setSound({ muted, volume }: { readonly muted: boolean; readonly volume: number }): void {
    this.#ask({ muted, volume });
    const { Volume, media } = this.#api;
    this.#media?.setVolume(new media.VolumeRequest(new Volume(volume, muted)), ignore, ignore);
  }

  setCaptions(captions: boolean): void {
    this.#ask({ captions });
    if (!this.#hasCaptionTrack) return;
    const ids = captions ? [CAPTIONS] : [];
    this.#media?.editTracksInfo(new this.#api.media.EditTracksInfoRequest(ids), ignore, ignore);
  }

  #ask(change: Partial<CastStatus>): void {
    if (this.#status) this.#status = { ...this.#status, ...change };
  }

  readonly #report = (): void => {
    if (this.#media === null || this.#events === null) return;
    const { playerState, idleReason, playbackRate: rate } = this.#media;
    const positionMs = this.#media.getEstimatedTime() * 1000;
    if (playerState !== "IDLE") this.#events.reported({ positionMs, phase: phases[playerState], rate });
    else if (idleReason === "ERROR") this.#events.failed();
    else if (idleReason === "FINISHED") this.#events.reported({ positionMs, phase: "ended", rate });
    else if (idleReason !== null) this.#lose();
  };

  readonly #onMedia = (): void => this.#report();

  readonly #onSession = (isAlive: boolean): void => {
    if (!isAlive) this.#lose();
  };

  #lose(): void {
    const events = this.#events;
    this.#forget();
    this.#isOver = true;
    events?.gone();
  }

  #forget(): void {
    clearInterval(this.#timer);
    this.#session.removeUpdateListener(this.#onSession);
    this.#media?.removeUpdateListener(this.#onMedia);
    this.#media = null;
    this.#events = null;
  }

  handOver(): Television | null {
    if (this.#isOver) return null;
    // If the next class doesn't open, nothing here controls this one.
    if (this.#media?.playerState !== "IDLE") this.pause();
    this.#forget();
    this.#isOver = true;
    const next = new GoogleTelevision(this.#api, this.#session);
    this.#session.addUpdateListener(next.#onSession);
    return next;
  }

  end(): void {
    if (this.#isOver) return;
    this.#forget();
    this.#isOver = true;
    this.#session.stop(ignore, ignore);
  }
}
