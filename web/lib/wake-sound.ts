let audio: AudioContext | undefined;

/**
 * The page's audio context, asked to run. The first call has to be within the press that starts a class: Safari allows sound only there,
 * and the sound runs by the time the player is open.
 */
export function wakeSound(): AudioContext {
  audio ??= new AudioContext();
  // The player asks again.
  audio.resume().catch(() => undefined);
  return audio;
}
