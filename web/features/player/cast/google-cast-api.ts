/** The used subset of Google's Cast sender API, and its loader. The script is loaded only when casting is requested. */

const SCRIPT = "https://www.gstatic.com/cv/js/sender/v1/cast_sender.js";
/** Timeout for the script's callback: after this the browser counts as unable to cast. */
const COMES_WITHIN_MS = 15_000;

export type Done = () => void;
export type Refused = (error: { readonly code: string }) => void;

export interface CastMediaSession {
  readonly mediaSessionId: number;
  readonly playerState: "IDLE" | "PLAYING" | "PAUSED" | "BUFFERING";
  readonly idleReason: "CANCELLED" | "INTERRUPTED" | "FINISHED" | "ERROR" | null;
  readonly playbackRate: number;
  /** Seconds, extrapolated since the last report. */
  getEstimatedTime(): number;
  addUpdateListener(listener: (isAlive: boolean) => void): void;
  removeUpdateListener(listener: (isAlive: boolean) => void): void;
  getStatus(request: null, done: Done, refused: Refused): void;
  play(request: null, done: Done, refused: Refused): void;
  pause(request: null, done: Done, refused: Refused): void;
  seek(request: object, done: Done, refused: Refused): void;
  setVolume(request: object, done: Done, refused: Refused): void;
  editTracksInfo(request: object, done: Done, refused: Refused): void;
}

export interface CastSession {
  readonly receiver: { readonly friendlyName: string };
  loadMedia(request: object, done: (media: CastMediaSession) => void, refused: Refused): void;
  sendMessage(namespace: string, message: object, done: Done, refused: Refused): void;
  addUpdateListener(listener: (isAlive: boolean) => void): void;
  removeUpdateListener(listener: (isAlive: boolean) => void): void;
  stop(done: Done, refused: Refused): void;
}

export interface CastApi {
  readonly AutoJoinPolicy: { readonly PAGE_SCOPED: string };
  readonly SessionRequest: new (appId: string) => object;
  readonly ApiConfig: new (
    request: object,
    onSession: (session: CastSession) => void,
    onReceiver: (availability: string) => void,
    autoJoin: string,
  ) => object;
  readonly Image: new (url: string) => object;
  readonly Volume: new (level: number, muted: boolean) => object;
  readonly media: {
    readonly MediaInfo: new (url: string, type: string) => object;
    readonly GenericMediaMetadata: new () => object;
    readonly LoadRequest: new (media: object) => object;
    readonly SeekRequest: new () => object;
    readonly VolumeRequest: new (volume: object) => object;
    readonly Track: new (id: number, type: string) => object;
    readonly EditTracksInfoRequest: new (ids: readonly number[]) => object;
  };
  initialize(config: object, done: Done, refused: Refused): void;
  requestSession(done: (session: CastSession) => void, refused: Refused): void;
}

declare global {
  interface Window {
    /** Called by the script once it knows whether casting is available. */
    __onGCastApiAvailable?: (isAvailable: boolean) => void;
    chrome?: { cast?: unknown };
  }
}

let coming: Promise<CastApi | null> | null = null;

/** Loads the script's API; null in browsers that can't cast. Rejects if the script fails to load; the next call loads it again. */
export function loadCastApi(): Promise<CastApi | null> {
  coming ??= fetchCastApi();
  coming.catch(() => (coming = null));
  return coming;
}

function fetchCastApi(): Promise<CastApi | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), COMES_WITHIN_MS);
    window.__onGCastApiAvailable = (isAvailable) => {
      clearTimeout(timer);
      resolve(isAvailable ? ((window.chrome?.cast as CastApi | undefined) ?? null) : null);
    };
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.addEventListener("error", () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error("Google's Cast script failed to load"));
    });
    document.head.append(script);
  });
}
