import "../../../ui/segments.css";
import { useLingui } from "@lingui/react/macro";
import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { PlayerCommand } from "../../../../contract/player-commands.ts";
import { commands } from "../commands/commands.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";
import { fewViews } from "../engine/angle-view.ts";
import { Clock } from "./clock.tsx";

function Toggle({
  command,
  pressed,
  className,
  act,
}: {
  command: PlayerCommand;
  pressed: boolean;
  className: string;
  act: (command: PlayerCommand) => void;
}) {
  const { label, shortLabel = label, icon: Icon } = commands[command];
  return (
    <button type="button" className={`tog ${className}`} aria-pressed={pressed} onClick={() => act(command)}>
      {Icon && <Icon className="ic" aria-hidden="true" />}
      <span>{shortLabel()}</span>
    </button>
  );
}

/** A button with a number on its icon. */
function Jump({
  command,
  number,
  className = "",
  act,
}: {
  command: PlayerCommand;
  number: string;
  className?: string;
  act: (command: PlayerCommand) => void;
}) {
  const { label, icon: Icon } = commands[command];
  return (
    <button
      type="button"
      className={`btn btn-i ${className}`}
      aria-label={label()}
      onClick={() => act(command)}
    >
      <span className="jump" data-n={number}>
        {Icon && <Icon className="ic" aria-hidden="true" />}
      </span>
    </button>
  );
}

/** Play, jumps by eights, tempo (passed in), angle and toggles. On a phone the five most used come first. */
export function ControlRow({
  player,
  state,
  durationMs,
  hasCaptions,
  captionsOn,
  cameraOn,
  act,
  tempo,
}: {
  player: Player | null;
  state: PlayerState | null;
  durationMs: number;
  hasCaptions: boolean;
  captionsOn: boolean;
  cameraOn: boolean;
  act: (command: PlayerCommand) => void;
  tempo: ReactNode;
}) {
  const { t } = useLingui();
  const playing = state?.playing ?? false;
  return (
    <div className="ctl">
      <div className="row pl-go">
        <Jump command="back" number="8" act={act} />
        <button
          type="button"
          className={`btn pp ${playing ? "" : "btn-go"}`}
          aria-label={playing ? t`Pause` : t`Play`}
          onClick={() => act("toggle")}
        >
          {playing ? <Pause className="ic" aria-hidden="true" /> : <Play className="ic" aria-hidden="true" />}
        </button>
        <Jump command="forward" number="8" act={act} />
        <Jump command="again" number="5–8" className="pl-wide" act={act} />
        <Clock player={player} durationMs={durationMs} />
      </div>
      {tempo}
      {state && state.views.length > 1 && (
        <div className="grp pl-angle">
          <span className="lab" id="angle">{t`View`}</span>
          <div
            className="seg"
            // Here, since the player's style sheets are at their limit.
            style={state.views.length > fewViews ? { grid: "auto / repeat(3, minmax(0, 1fr))" } : undefined}
            role="group"
            aria-labelledby="angle"
          >
            {state.views.map(({ key, label }) => (
              <button
                key={key}
                type="button"
                aria-pressed={state.angle === key}
                onClick={() => player?.setAngle(key)}
              >
                {label}
              </button>
            ))}
          </div>
        </div>
      )}
      <div className="row wrap pl-togs">
        <Toggle command="loop" pressed={state?.loop != null} className="pl-tog-loop" act={act} />
        <Toggle command="mirror" pressed={state?.mirrored ?? false} className="pl-tog-mirror" act={act} />
        <Toggle command="camera" pressed={cameraOn} className="pl-tog-more" act={act} />
        {hasCaptions && <Toggle command="captions" pressed={captionsOn} className="pl-tog-more" act={act} />}
      </div>
    </div>
  );
}
