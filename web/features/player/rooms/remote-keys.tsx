import { useLingui } from "@lingui/react/macro";
import { Pause, type LucideIcon } from "lucide-react";
import { useState } from "react";
import type { RemoteCommand } from "../../../../contract/player-commands.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { commands } from "../commands/commands.ts";
import type { RoomNow } from "./documents.ts";

/** What a key shows instead of its command. */
type KeyLook = { label: () => string; icon: LucideIcon; className: string; pressed: boolean };

/** Large keys for the commands that a remote may send. */
export function RemoteKeys({
  room,
  title,
  onPress,
  onLeave,
}: {
  room: RoomNow;
  title: string;
  onPress: (command: RemoteCommand) => Promise<boolean>;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const [hasFailed, setFailed] = useState(false);
  const percent = Math.round((room.state?.rate ?? 1) * 100);
  const isPlaying = room.state?.isPlaying ?? false;
  const press = (command: RemoteCommand): void => {
    navigator.vibrate?.(15);
    void onPress(command).then((isAudible) => setFailed(!isAudible));
  };
  const key = (
    command: RemoteCommand,
    { className = "", pressed, ...own }: Partial<KeyLook> = {},
  ): React.ReactNode => {
    const { label, shortLabel = label, icon } = { ...commands[command], ...own };
    return (
      <button
        type="button"
        className={`rem-key ${className}`}
        aria-pressed={pressed}
        onClick={() => press(command)}
      >
        {icon && <Icon of={icon} size="l" />}
        <span>{shortLabel()}</span>
      </button>
    );
  };
  return (
    <div className="rem" data-theme="room">
      <header className="rem-top">
        <div>
          <h1 className="t3 strong">{title}</h1>
          <p className="t1 muted tn" aria-live="polite">
            {hasFailed
              ? t`No response. Check your phone’s connection.`
              : room.state
                ? t`${room.state.label}, ${percent}%`
                : t`Connected`}
          </p>
        </div>
        <Button size="s" onClick={onLeave}>{t`Disconnect`}</Button>
      </header>
      <div className="rem-keys" role="group" aria-label={t`Keys`}>
        {key("again", { className: "rem-wide" })}
        {key("back")}
        {key("forward")}
        {key(
          "toggle",
          isPlaying
            ? { label: () => t`Pause`, icon: Pause, className: "rem-wide" }
            : { label: () => t`Play`, className: "rem-wide rem-go" },
        )}
        {key("slower")}
        {key("faster")}
        {key("loop", { pressed: room.state?.loopStartMs != null })}
        {key("lastEight")}
        {key("mirror")}
        {key("turn")}
      </div>
    </div>
  );
}
