/** Listens for a double clap. Microphone samples are analyzed at once and never stored. */
import { openMicrophone } from "../camera/camera.ts";
import { CLAP_FRAME_MS, ClapListener, sharpness } from "./claps.ts";

/**
 * Calls `heard` for every double clap. Rejects without a microphone or without permission.
 * @returns a function that stops listening
 */
export async function listenForClaps(heard: () => void): Promise<() => void> {
  const stream = await openMicrophone({ echoCancellation: true });
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 1024 });
  context.createMediaStreamSource(stream).connect(analyser);
  const frame = new Float32Array(analyser.fftSize);
  const listener = new ClapListener();
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(frame);
    if (listener.hear(sharpness(frame))) heard();
  }, CLAP_FRAME_MS);
  return () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
}
