import { useEffect, useState } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { pushState, turnOffPush, turnOnPush, type PushState } from "../actions/push.ts";

/** Push state of this browser (null until known), and how to change it. `failed`: the last attempt failed. */
export function usePush(publicKey: string | null): {
  pushStatus: PushState | null;
  busy: boolean;
  failed: boolean;
  turn: (on: boolean) => Promise<void>;
} {
  const client = useClient();
  const [pushStatus, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    void pushState().then((now) => {
      if (!isUnmounted) setState(now);
    });
    return () => {
      isUnmounted = true;
    };
  }, []);
  return {
    pushStatus: publicKey === null && pushStatus !== null ? "unsupported" : pushStatus,
    busy,
    failed,
    turn: async (on) => {
      setBusy(true);
      setFailed(false);
      try {
        setState(on && publicKey ? await turnOnPush(client, publicKey) : await turnOffPush(client));
      } catch {
        // The push service or the server didn't respond; the person sees the error and may retry.
        setFailed(true);
      }
      setBusy(false);
    },
  };
}
