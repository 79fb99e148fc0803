import "./remote.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useSessionState } from "../../../graphql/provider.tsx";
import { usePageTitle } from "../../../lib/page-title.ts";
import { Button } from "../../../ui/button.tsx";
import { useRoom } from "../rooms/use-room.ts";

// Loads while the code is typed.
const loadKeys = async () => ({ default: (await import("../rooms/remote-keys.tsx")).RemoteKeys });
const RemoteKeys = lazy(loadKeys);

/** A phone as remote control: asks for a code, then shows large buttons that can be pressed without looking. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Remote`);
  // In the URL fragment, so that it is in no log. Read once and removed from the URL.
  const [given] = useState(() => new URLSearchParams(location.hash.slice(1)).get("code"));
  useEffect(() => void loadKeys(), []);
  useEffect(() => history.replaceState(history.state, "", location.pathname + location.search), []);
  const session = useSessionState();
  const isReady = session.status === "ready";
  const remote = useRoom("phone", null, () => undefined);
  const { room, join, comeBack, isOver } = remote;
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const name = t`Phone`;
  const pair = async (text: string): Promise<void> => {
    setBusy(true);
    setRefusal(await join({ code: text }, name));
    setBusy(false);
  };
  const tried = useRef(false);
  useEffect(() => {
    if (!isReady || tried.current) return;
    tried.current = true;
    void (async () => {
      if (await comeBack(null, name)) return;
      if (given) setRefusal(await join({ code: given }, name));
    })();
  }, [isReady, given, join, comeBack, name]);

  if (room)
    return (
      <Suspense fallback={<div className="rem" data-theme="room" />}>
        <RemoteKeys
          room={room}
          title={remote.studioClass?.title ?? ""}
          onPress={async (command) => (await remote.send(command)) === null}
          onLeave={remote.leave}
        />
      </Suspense>
    );
  return (
    <div className="rem" data-theme="room">
      <form
        className="rem-pair"
        onSubmit={(event) => {
          event.preventDefault();
          void pair(code);
        }}
      >
        <h1 className="d2">{t`Phone remote`}</h1>
        <p className="muted">
          {isOver
            ? t`The player disconnected. Reopen it to get a new code.`
            : t`In the player, open Practice settings and choose Phone remote to get a code.`}
        </p>
        <label className="field">
          <span className="lab">{t`Code`}</span>
          <input
            className="in rem-code"
            required
            maxLength={9}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            aria-invalid={refusal !== null || undefined}
            aria-describedby={refusal ? "rem-refused" : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        </label>
        {refusal && (
          <p className="t1 rem-refused" id="rem-refused" role="alert">
            {refusal === "CODE_NOT_GOOD"
              ? t`This code expired. Use the new one in the player.`
              : refusal === "RATE_LIMITED"
                ? t`Too many attempts. Try again in 10 minutes.`
                : refusal === "ROOM_FULL"
                  ? t`This player already has 8 remotes.`
                  : t`We couldn’t connect. Try again.`}
          </p>
        )}
        <Button type="submit" tone="go" busy={isBusy || !isReady}>{t`Connect`}</Button>
      </form>
    </div>
  );
}
