/** Listens to the room for two claps. What the microphone hears is measured and forgotten in the same moment. */
import { openMicrophone } from "./camera/camera.ts";
import { CLAP_FRAME_MS, ClapListener, sharpness } from "./claps.ts";

/** Calls `heard` for every two claps until the function that it gives is called. Rejects when there is no microphone, or no leave to use it. */
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
