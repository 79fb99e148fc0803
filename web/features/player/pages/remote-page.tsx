import "./remote.css";
import { useLingui } from "@lingui/react/macro";
import {
  FlipHorizontal2,
  Minus,
  Pause,
  Play,
  Plus,
  Repeat,
  RotateCcw,
  RotateCw,
  Undo2,
  UserRound,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSessionState } from "../../../graphql/provider.tsx";
import { usePageTitle } from "../../../lib/page-title.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type RoomNow } from "../rooms/documents.ts";
import { useRoom } from "../rooms/use-room.ts";

/** A phone as remote control: asks for a code, then shows large buttons that can be pressed without looking. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Remote`);
  // In the URL fragment, so that it is in no log. Read once and removed from the URL.
  const [given] = useState(() => new URLSearchParams(location.hash.slice(1)).get("code"));
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
      <RemoteKeys
        room={room}
        title={remote.studioClass?.title ?? ""}
        onPress={async (action) => (await remote.send(action)) === null}
        onLeave={remote.leave}
      />
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
        <h1 className="d2">{t`Your phone as remote`}</h1>
        <p className="muted">
          {isOver
            ? t`The player has gone. Its settings show a new code when it is back.`
            : t`In the player, open “How you practise” and choose “Phone as remote”. It shows a code.`}
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
              ? t`This code isn’t good any more. The player shows a new one.`
              : refusal === "RATE_LIMITED"
                ? t`Too many codes were tried. Wait ten minutes.`
                : refusal === "ROOM_FULL"
                  ? t`Eight phones steer this player already.`
                  : t`The studio didn’t answer. Try again.`}
          </p>
        )}
        <Button type="submit" tone="go" busy={isBusy || !isReady}>{t`Connect`}</Button>
      </form>
    </div>
  );
}

function RemoteKeys({
  room,
  title,
  onPress,
  onLeave,
}: {
  room: RoomNow;
  title: string;
  onPress: (action: string) => Promise<boolean>;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const [hasFailed, setFailed] = useState(false);
  const percent = Math.round((room.state?.rate ?? 1) * 100);
  const isPlaying = room.state?.isPlaying ?? false;
  const press = (action: string): void => {
    navigator.vibrate?.(15);
    void onPress(action).then((isAudible) => setFailed(!isAudible));
  };
  const key = (action: string, label: string, icon: LucideIcon, className = "", pressed?: boolean) => (
    <button
      type="button"
      className={`rem-key ${className}`}
      aria-pressed={pressed}
      onClick={() => press(action)}
    >
      <Icon of={icon} size="l" />
      <span>{label}</span>
    </button>
  );
  return (
    <div className="rem" data-theme="room">
      <header className="rem-top">
        <div>
          <h1 className="t3 strong">{title}</h1>
          <p className="t1 muted tn" aria-live="polite">
            {hasFailed
              ? t`Not heard. Is the phone online?`
              : room.state
                ? t`${room.state.label}, ${percent} %`
                : t`Connected`}
          </p>
        </div>
        <Button size="s" onClick={onLeave}>{t`Disconnect`}</Button>
      </header>
      <div className="rem-keys" role="group" aria-label={t`Keys`}>
        {key("again", t`Again`, Undo2, "rem-wide")}
        {key("back", t`Back 8`, RotateCcw)}
        {key("forward", t`On 8`, RotateCw)}
        {key(
          "toggle",
          isPlaying ? t`Pause` : t`Play`,
          isPlaying ? Pause : Play,
          isPlaying ? "rem-wide" : "rem-wide rem-go",
        )}
        {key("slower", t`Slower`, Minus)}
        {key("faster", t`Faster`, Plus)}
        {key("loop", t`Loop`, Repeat, "", room.state?.loopStartMs != null)}
        {key("lastEight", t`Last eight`, Repeat)}
        {key("mirror", t`Mirror`, FlipHorizontal2)}
        {key("turn", t`Turn`, UserRound)}
      </div>
    </div>
  );
}
