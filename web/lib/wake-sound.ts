/**
 * The page's audio context, asked to run; null if the browser can't create one: without Web Audio, or without an output. The first call has
 * to be within the press that starts a class: Safari allows sound only there, and the sound runs by the time the player is open. A press on
 * a first view has made it by then: creating it blocks the page for a tenth of a second.
 */
export function wakeSound(): AudioContext | null {
  let audio;
  try {
    audio = window.audioContext ??= new AudioContext();
  } catch {
    // Null says that there is no sound.
    return null;
  }
  // The player asks again.
  audio.resume().catch(() => undefined);
  return audio;
}
