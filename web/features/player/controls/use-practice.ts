import { useEffect, useMemo, useState } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { useSessionState } from "../../../graphql/provider.tsx";
import { cameFromHere } from "../engine/came-from.ts";
import {
  type DeliverPractice,
  deliverStoredPractice,
  PracticeRecorder,
} from "../engine/practice-recorder.ts";
import { deliverPractice } from "./deliver-practice.ts";

const sendEveryMs = 10_000;

/**
 * Records the viewer's practice of a class, and sends it periodically, on pause, and when the page unloads.
 * @param counts false for a class that only staff play
 */
export function usePractice(
  classId: string,
  counts: boolean,
): {
  recorder: PracticeRecorder | null;
  progress: { completed: boolean; percent: number } | null;
} {
  const client = useClient();
  const session = useSessionState();
  const viewerId = session.status === "ready" ? session.userId : null;
  const [progress, setProgress] = useState<{ completed: boolean; percent: number } | null>(null);
  const recorder = useMemo(
    () =>
      viewerId === null || !counts
        ? null
        : new PracticeRecorder({
            classId,
            viewerId,
            storage: localStorage,
            deliver: inOrder(viewerId, deliverPractice(client, cameFromHere(), setProgress)),
          }),
    [client, classId, viewerId, counts],
  );
  useEffect(() => {
    if (!recorder) return;
    // Held while the recorder is active, so that no other tab sends its practice. A closed tab releases the lock.
    const { promise: isOver, resolve: releaseLock } = Promise.withResolvers<void>();
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
      void recorder.flush({ leaving: true }).then(releaseLock);
    };
  }, [recorder]);
  return { recorder, progress };
}

/** Sends stored practice first, so that the last position that the server gets is the latest. An unloading page doesn't wait. */
function inOrder(viewerId: string, deliver: DeliverPractice): DeliverPractice {
  const stored = { viewerId, storage: localStorage, locks: navigator.locks, deliver };
  return async (batch, options) =>
    options.leaving || (await deliverStoredPractice(stored)) ? deliver(batch, options) : "later";
}
