/**
 * What the player asks of a streaming library: put one HLS stream into one media element, hold it at a quality, say
 * what went wrong in terms that a person's next step depends on. The library itself is loaded when first needed.
 */

/**
 * - `network`: nothing is reached; the engine goes on trying by itself and says `recovered` when it works again.
 * - `refused`: the address no longer opens the stream (expired or withdrawn); a fresh address is needed.
 * - `busy`: too many streams at once on this account; trying again is the person's choice.
 * - `media`: the bytes came and cannot be played.
 * - `unsupported`: this browser plays neither Media Source Extensions nor HLS.
 */
export type StreamFaultKind = "network" | "refused" | "busy" | "media" | "unsupported";

export interface StreamFault {
  readonly kind: StreamFaultKind;
  /** The HTTP status behind it, where there was one. */
  readonly status: number | null;
  readonly detail: string;
}

/** `full`: the best rendition that the connection carries. `low`: the smallest, with a short buffer, for a hidden angle. */
export type StreamQuality = "full" | "low";

export interface StreamEvents {
  fault(fault: StreamFault): void;
  recovered(): void;
}

export interface StreamEngine {
  /** Loads `url` (absolute) so that playing begins at `startS` seconds. May be called again with a fresh address. */
  load(url: string, startS: number): void;
  setQuality(quality: StreamQuality): void;
  /** Limits what is fetched ahead, in seconds; a loop needs no more than itself. */
  setBufferAhead(seconds: number): void;
  /** Tries again after `network` or `busy`. */
  retry(): void;
  destroy(): void;
}

/** Whether play() was refused for what it is, not for what came between. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "NotAllowedError";

/** `both`: pictures and sound. `picture`: the sound isn't even fetched, where the browser leaves that to us. */
export type StreamPart = "both" | "picture";

/** Makes the engine that this browser can use for `video`. Rejects with a {@link StreamFault} of kind `unsupported`. */
export async function openStreamEngine(
  video: HTMLMediaElement,
  events: StreamEvents,
  part: StreamPart = "both",
): Promise<StreamEngine> {
  if ("MediaSource" in globalThis || "ManagedMediaSource" in globalThis) {
    const { createHlsEngine } = await import("./hls-engine.ts");
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

/** Fetches the streaming library ahead of the tap that needs it. Failing is harmless: opening tries again. */
export function preloadStreamEngine(): void {
  if ("MediaSource" in globalThis || "ManagedMediaSource" in globalThis)
    import("./hls-engine.ts").catch(() => undefined);
}
