import { useCallback, useEffect, useState } from "react";
import { type CameraFault, closeStream, faultOf, openCamera } from "../../core/camera/camera.ts";

export type CameraState =
  | { readonly status: "asking" }
  | { readonly status: "on"; readonly stream: MediaStream }
  | { readonly status: "off"; readonly fault: CameraFault };

/** The camera for as long as the component stands; its light goes out with it. */
export function useCamera(): { camera: CameraState; again: () => void } {
  const [camera, setCamera] = useState<CameraState>({ status: "asking" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    let opened: MediaStream | null = null;
    setCamera({ status: "asking" });
    openCamera().then(
      (stream) => {
        if (gone) return closeStream(stream);
        opened = stream;
        // Pulled out, or taken away in the browser's own settings.
        for (const track of stream.getTracks())
          track.addEventListener("ended", () => setCamera({ status: "off", fault: "none" }));
        setCamera({ status: "on", stream });
      },
      (error: unknown) => {
        if (!gone) setCamera({ status: "off", fault: faultOf(error) });
      },
    );
    return () => {
      gone = true;
      closeStream(opened);
    };
  }, [attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return { camera, again };
}
