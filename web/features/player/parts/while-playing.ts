/** What a playing class asks of the device: a screen that stays on, and the system's own media keys. */

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
    for (const action of actions) mediaSession.setActionHandler(action, null);
  };
}
