declare global {
  interface Window {
    /** The page's audio context, made by the script of a first view or by `wakeSound`. */
    earlySound?: AudioContext;
  }
}

/**
 * The page's audio context, asked to run; null if the browser can't create one: without Web Audio, or without an output. The first call has
 * to be within seconds of the press that starts a class: Safari allows sound only then. The script of a first view creates it at the
 * press, as creating it blocks the page for a tenth of a second.
 */
export function wakeSound(): AudioContext | null {
  try {
    const audio = (window.earlySound ??= new AudioContext());
    // The player asks again.
    audio.resume().catch(() => undefined);
    return audio;
  } catch {
    // Null says that there is no sound.
    return null;
  }
}
