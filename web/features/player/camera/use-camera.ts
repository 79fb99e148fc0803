import { useCallback, useEffect, useState } from "react";
import { type CameraFault, closeStream, faultOf, openCamera } from "./camera.ts";

export type CameraState =
  | { readonly status: "asking" }
  | { readonly status: "on"; readonly stream: MediaStream }
  | { readonly status: "off"; readonly fault: CameraFault };

/** Opens the camera while the component is mounted and releases it on unmount. */
export function useCamera(): { camera: CameraState; again: () => void } {
  const [camera, setCamera] = useState<CameraState>({ status: "asking" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCanceled = false;
    let opened: MediaStream | null = null;
    setCamera({ status: "asking" });
    openCamera().then(
      (stream) => {
        if (isCanceled) return closeStream(stream);
        opened = stream;
        // The camera was unplugged, or its permission revoked.
        for (const track of stream.getTracks())
          track.addEventListener("ended", () => setCamera({ status: "off", fault: "none" }));
        setCamera({ status: "on", stream });
      },
      (error: unknown) => {
        if (!isCanceled) setCamera({ status: "off", fault: faultOf(error) });
      },
    );
    return () => {
      isCanceled = true;
      closeStream(opened);
    };
  }, [attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return { camera, again };
}
