import { useEffect, useState } from "react";
import { useClient } from "urql";
import { pushStanding, turnOffPush, turnOnPush, type PushStanding } from "../actions/push.ts";

/** How push stands on this browser (null until that is known), and how to change it. `failed`: the last try didn't work. */
export function usePush(publicKey: string | null): {
  standing: PushStanding | null;
  busy: boolean;
  failed: boolean;
  turn: (on: boolean) => Promise<void>;
} {
  const client = useClient();
  const [standing, setStanding] = useState<PushStanding | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    void pushStanding().then((now) => {
      if (!gone) setStanding(now);
    });
    return () => {
      gone = true;
    };
  }, []);
  return {
    standing: publicKey === null && standing !== null ? "unsupported" : standing,
    busy,
    failed,
    turn: async (on) => {
      setBusy(true);
      setFailed(false);
      try {
        setStanding(on && publicKey ? await turnOnPush(client, publicKey) : await turnOffPush(client));
      } catch {
        // The push service or the studio didn't answer; the person is told and may try again.
        setFailed(true);
      }
      setBusy(false);
    },
  };
}
