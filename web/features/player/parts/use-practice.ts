import { useEffect, useMemo, useState } from "react";
import { useClient } from "urql";
import { useSessionState } from "../../../graphql/provider.tsx";
import { type DeliverPractice, deliverKeptPractice, PracticeRecorder } from "../core/practice-recorder.ts";
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
            deliver: inOrder(viewerId, deliverPractice(client, setProgress)),
          }),
    [client, classId, viewerId],
  );
  useEffect(() => {
    if (!recorder) return;
    // Held as long as the recorder lives, so that nobody else sends what it keeps; a tab that dies lets go of it.
    const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>();
    void navigator.locks.request(recorder.key, () => isOver);
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
      void recorder.flush({ leaving: true }).then(letGo);
    };
  }, [recorder]);
  return { recorder, progress };
}

/** What was left behind here goes first, so that the last place that is told is the last one danced. A page that leaves doesn't wait. */
function inOrder(viewerId: string, deliver: DeliverPractice): DeliverPractice {
  const kept = { viewerId, storage: localStorage, locks: navigator.locks, deliver };
  return async (batch, options) =>
    options.leaving || (await deliverKeptPractice(kept)) ? deliver(batch, options) : "later";
}
