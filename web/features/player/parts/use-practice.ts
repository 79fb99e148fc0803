import { useEffect, useMemo, useState } from "react";
import { useClient } from "urql";
import { useSessionState } from "../../../graphql/provider.tsx";
import { deliverKeptPractice, PracticeRecorder } from "../core/practice-recorder.ts";
import { deliverPractice } from "./deliver-practice.ts";

const sendEveryMs = 10_000;

/** Records what is danced of a class for the viewer, and sends it now and then, on pause, and when the page goes. */
export function usePractice(classId: string): {
  recorder: PracticeRecorder | null;
  progress: { completed: boolean; percent: number } | null;
} {
  const client = useClient();
  const session = useSessionState();
  const viewerId = session.status === "ready" ? session.userId : null;
  const [progress, setProgress] = useState<{ completed: boolean; percent: number } | null>(null);
  const recorder = useMemo(
    () =>
      viewerId === null
        ? null
        : new PracticeRecorder({
            classId,
            viewerId,
            storage: localStorage,
            deliver: deliverPractice(client, setProgress),
          }),
    [client, classId, viewerId],
  );
  useEffect(() => {
    if (!recorder || viewerId === null) return;
    const sendKept = (): void =>
      void deliverKeptPractice({
        viewerId,
        storage: localStorage,
        deliver: deliverPractice(client, () => undefined),
      });
    sendKept();
    const timer = setInterval(() => void recorder.flush(), sendEveryMs);
    const leave = (): void => void recorder.flush({ leaving: true });
    const hide = (): void => {
      if (document.hidden) leave();
    };
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      leave();
    };
  }, [client, recorder, viewerId]);
  return { recorder, progress };
}
