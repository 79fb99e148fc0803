/**
 * Interface to a streaming library: loads one HLS stream into one media element, limits its quality, and classifies faults by the viewer's
 * next step. The library is loaded on first use.
 */
import { loadedModule } from "../../../lib/loaded-module.ts";

/**
 * - `network`: not reachable; the engine keeps retrying and emits `recovered` when it works again.
 * - `refused`: the URL is expired or revoked; a new URL is needed.
 * - `busy`: too many concurrent streams of this account; the viewer decides whether to retry.
 * - `media`: the media can't be decoded.
 * - `unsupported`: this browser supports neither Media Source Extensions nor HLS.
 */
export type StreamFaultKind = "network" | "refused" | "busy" | "media" | "unsupported";

export interface StreamFault {
  readonly kind: StreamFaultKind;
  /** HTTP status of the fault, if there was one. */
  readonly status: number | null;
  readonly detail: string;
}

/** `full`: adaptive up to the best rendition. `low`: the smallest rendition with a short buffer, for a hidden angle. */
export type StreamQuality = "full" | "low";

export interface StreamEvents {
  fault(fault: StreamFault): void;
  recovered(): void;
  /**
   * The stream loads again at the same place, synchronously after this call. Loading pauses the element, which has no position until
   * then: to play on, call play() in a microtask or later.
   */
  restarts?(): void;
}

export interface StreamEngine {
  /** Loads `url` (absolute) with playback from `startS` seconds. Call again with a new URL. */
  load(url: string, startS: number): void;
  setQuality(quality: StreamQuality): void;
  /** Limits the forward buffer, in seconds; a loop needs no more than its own length. */
  setBufferAhead(seconds: number): void;
  /** Retries after `network` or `busy`. */
  retry(): void;
  destroy(): void;
}

/** True if play() was rejected by policy or format, false if it was interrupted. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "NotAllowedError";

/** `both`: video and sound. `picture`: video only; the sound isn't fetched where the library allows that. */
export type StreamPart = "both" | "picture";

const hlsEngine = loadedModule(() => import("./hls-engine.ts"));
const hasMediaSource = (): boolean => "MediaSource" in globalThis || "ManagedMediaSource" in globalThis;

/** Creates the engine that this browser supports for `video`. Rejects with a {@link StreamFault} of kind `unsupported`. */
export async function openStreamEngine(
  video: HTMLMediaElement,
  events: StreamEvents,
  part: StreamPart = "both",
): Promise<StreamEngine> {
  if (hasMediaSource()) {
    const { createHlsEngine } = hlsEngine.current ?? (await hlsEngine.load());
    const engine = createHlsEngine(video, events, part);
    if (engine !== null) return engine;
  }
  if (video.canPlayType("application/vnd.apple.mpegurl") !== "") {
    const { createNativeEngine } = await import("./native-engine.ts");
    return createNativeEngine(video, events);
  }
  throw {
    kind: "unsupported",
    status: null,
    detail: "neither Media Source Extensions nor HLS",
  } satisfies StreamFault;
}

/** Preloads the streaming library before the first play. Failing is harmless: opening tries again. */
export function preloadStreamEngine(): void {
  if (hasMediaSource()) hlsEngine.load().catch(() => undefined);
}
