/** The dancer's own camera. The stream stays in this page and is never sent. */

/**
 * - `refused`: denied by the viewer or by a device policy.
 * - `none`: there is no camera or no microphone.
 * - `busy`: another program uses it.
 */
export type CameraFault = "refused" | "none" | "busy";

/**
 * Maps a getUserMedia error to a fault.
 * @throws any other error
 */
export function faultOf(error: unknown): CameraFault {
  if (!(error instanceof DOMException)) throw error;
  if (error.name === "NotAllowedError" || error.name === "SecurityError") return "refused";
  return error.name === "NotFoundError" || error.name === "OverconstrainedError" ? "none" : "busy";
}

/** Opens the front-facing camera without sound. Rejects with an error that {@link faultOf} reads. */
export async function openCamera(): Promise<MediaStream> {
  // `mediaDevices` is missing in insecure contexts.
  if (!("mediaDevices" in navigator)) throw new DOMException("no camera here", "NotFoundError");
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: "user", width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
    audio: false,
  });
}

/**
 * Opens the microphone without voice processing, which would filter the music out. `echoCancellation` is for listening to the dancer alone.
 * Asks for permission on first use.
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
