/** Device integration during playback: wake lock and media keys. */

import type { Player } from "../engine/player.ts";

/**
 * Holds a screen wake lock.
 * @returns a function that releases it
 */
export function requestWakeLock(): () => void {
  if (!("wakeLock" in navigator)) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let isReleased = false;
  navigator.wakeLock.request("screen").then(
    (sentinel) => {
      lock = sentinel;
      if (isReleased) void sentinel.release();
    },
    () => undefined, // refused at low battery: the class plays anyway
  );
  return () => {
    isReleased = true;
    void lock?.release();
  };
}

/** Handlers of the system's media keys: on a headset, a keyboard or a lock screen. */
export interface MediaKeys {
  readonly play: () => void;
  readonly pause: () => void;
  readonly seekbackward: () => void;
  readonly seekforward: () => void;
  readonly previoustrack: () => void;
  readonly nexttrack: () => void;
  /** The system's slider was moved to `seekTime`, seconds. */
  readonly seekto: (details: { readonly seekTime?: number | null }) => void;
}

/**
 * Registers media key handlers.
 * @returns a function that unregisters them
 */
export function takeMediaKeys(metadata: MediaMetadataInit, keys: MediaKeys): () => void {
  if (!("mediaSession" in navigator)) return () => undefined;
  const { mediaSession } = navigator;
  const actions = Object.keys(keys) as (keyof MediaKeys)[];
  mediaSession.metadata = new MediaMetadata(metadata);
  for (const action of actions) mediaSession.setActionHandler(action, keys[action]);
  return () => {
    mediaSession.metadata = null;
    mediaSession.playbackState = "none";
    for (const action of actions) mediaSession.setActionHandler(action, null);
  };
}

/** The system extrapolates the position between two updates; a larger error than this, in milliseconds, triggers an update. */
const UPDATED_WITHIN_MS = 500;

/**
 * Keeps the system's media session in sync with the player.
 * @returns a function that stops it. Without this, the system takes a track swap for a pause.
 */
export function updateMediaSession(player: Player): () => void {
  if (!("mediaSession" in navigator)) return () => undefined;
  const { mediaSession } = navigator;
  let reported = { ms: Number.NEGATIVE_INFINITY, at: 0, rate: 0, playing: false };
  let lastMs = Number.NaN;
  return player.onFrame((ms) => {
    const { playing, rate } = player.state;
    const at = performance.now();
    const expected = reported.ms + (reported.playing ? (at - reported.at) * reported.rate : 0);
    // While a class is counted in or buffers it stands still. Chromium loads the artwork again for each update.
    const isAsExpected = Math.abs(ms - expected) < UPDATED_WITHIN_MS || ms === lastMs;
    lastMs = ms;
    if (playing === reported.playing && rate === reported.rate && isAsExpected) return;
    reported = { ms, at, rate, playing };
    mediaSession.playbackState = playing ? "playing" : "paused";
    const duration = player.durationMs / 1000;
    mediaSession.setPositionState({
      duration,
      position: Math.min(ms / 1000, duration),
      playbackRate: rate,
    });
  });
}
