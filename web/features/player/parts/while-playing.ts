/** What a playing class asks of the device: a screen that stays on, and the system's own media keys. */

import type { Player } from "../core/player.ts";

/** Keeps the screen on until the function that it gives is called. */
export function keepAwake(): () => void {
  if (!("wakeLock" in navigator)) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let gone = false;
  navigator.wakeLock.request("screen").then(
    (got) => {
      lock = got;
      if (gone) void got.release();
    },
    () => undefined, // refused at low battery: the class plays all the same
  );
  return () => {
    gone = true;
    void lock?.release();
  };
}

/** What the system's keys do: those of a headset, a keyboard or a lock screen. */
export interface MediaKeys {
  readonly play: () => void;
  readonly pause: () => void;
  readonly seekbackward: () => void;
  readonly seekforward: () => void;
  readonly previoustrack: () => void;
  readonly nexttrack: () => void;
  /** Somebody pulled the system's own slider to `seekTime`, seconds. */
  readonly seekto: (details: { readonly seekTime?: number | null }) => void;
}

/** Hands the system's media keys to `keys` until the function that it gives is called. */
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

/** The system goes on by itself between two tellings; being further away than this, in milliseconds, is worth another. */
const TOLD_WITHIN_MS = 500;

/** Tells the system whether the class plays, and where, until the function that it gives is called: elements that take turns look like pauses to it. */
export function tellSystem(player: Player): () => void {
  if (!("mediaSession" in navigator)) return () => undefined;
  const { mediaSession } = navigator;
  let told = { ms: Number.NEGATIVE_INFINITY, at: 0, rate: 0, playing: false };
  return player.onFrame((ms) => {
    const { playing, rate } = player.state;
    const at = performance.now();
    const expected = told.ms + (told.playing ? (at - told.at) * told.rate : 0);
    if (playing === told.playing && rate === told.rate && Math.abs(ms - expected) < TOLD_WITHIN_MS) return;
    told = { ms, at, rate, playing };
    mediaSession.playbackState = playing ? "playing" : "paused";
    const duration = player.durationMs / 1000;
    mediaSession.setPositionState({
      duration,
      position: Math.min(ms / 1000, duration),
      playbackRate: rate,
    });
  });
}
