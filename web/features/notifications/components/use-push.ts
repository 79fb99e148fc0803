import { useEffect, useState } from "react";
import { useClient } from "urql";
import { pushState, turnOffPush, turnOnPush, type PushState } from "../actions/push.ts";

/** How push stands on this browser (null until that is known), and how to change it. `failed`: the last try didn't work. */
export function usePush(publicKey: string | null): {
  standing: PushState | null;
  busy: boolean;
  failed: boolean;
  turn: (on: boolean) => Promise<void>;
} {
  const client = useClient();
  const [pushStatus, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    void pushState().then((now) => {
      if (!gone) setState(now);
    });
    return () => {
      gone = true;
    };
  }, []);
  return {
    standing: publicKey === null && pushStatus !== null ? "unsupported" : pushStatus,
    busy,
    failed,
    turn: async (on) => {
      setBusy(true);
      setFailed(false);
      try {
        setState(on && publicKey ? await turnOnPush(client, publicKey) : await turnOffPush(client));
      } catch {
        // The push service or the studio didn't answer; the person is told and may try again.
        setFailed(true);
      }
      setBusy(false);
    },
  };
}
