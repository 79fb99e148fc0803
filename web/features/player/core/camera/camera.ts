/** The dancer's own camera. What it sees stays in this page: nothing here sends anything anywhere. */

/**
 * - `refused`: the person, or a rule of the device, doesn't allow it. - `none`: there is no camera (or no microphone).
 * - `busy`: another program has it.
 */
export type CameraFault = "refused" | "none" | "busy";

/** What the browser's refusal means for the person. Rethrows what isn't one. */
export function faultOf(error: unknown): CameraFault {
  if (!(error instanceof DOMException)) throw error;
  if (error.name === "NotAllowedError" || error.name === "SecurityError") return "refused";
  return error.name === "NotFoundError" || error.name === "OverconstrainedError" ? "none" : "busy";
}

/** The camera that looks at the dancer, without sound. Rejects with what {@link faultOf} reads. */
export async function openCamera(): Promise<MediaStream> {
  // Missing where the page isn't served safely.
  if (!("mediaDevices" in navigator)) throw new DOMException("no camera here", "NotFoundError");
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: "user", width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
    audio: false,
  });
}

/**
 * The room's sound as it is: what makes voices clear would take the music out, which is wanted where only the dancer is to be heard
 * (`echoCancellation`). Asked for when it is first needed.
 */
export async function openMicrophone({ echoCancellation = false } = {}): Promise<MediaStream> {
  if (!("mediaDevices" in navigator)) throw new DOMException("no microphone here", "NotFoundError");
  return navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation, noiseSuppression: false, autoGainControl: false },
  });
}

export function closeStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
