import { useLingui } from "@lingui/react/macro";
import {
  Camera,
  Captions,
  FlipHorizontal2,
  Pause,
  Play,
  Repeat,
  RotateCcw,
  RotateCw,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { PlayerAction } from "../engine/keys.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";
import { Clock } from "./clock.tsx";

function Toggle({
  label,
  icon: Icon,
  pressed,
  className = "",
  onClick,
}: {
  label: string;
  icon: LucideIcon;
  pressed: boolean;
  className?: string;
  onClick: () => void;
}) {
  return (
    <button type="button" className={`tog ${className}`} aria-pressed={pressed} onClick={onClick}>
      <Icon className="ic" aria-hidden="true" />
      <span>{label}</span>
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
  act: (action: PlayerAction) => void;
  tempo: ReactNode;
}) {
  const { t } = useLingui();
  const playing = state?.playing ?? false;
  return (
    <div className="ctl">
      <div className="row pl-go">
        <button
          type="button"
          className="btn btn-i"
          aria-label={t`Back one eight`}
          onClick={() => act("back")}
        >
          <span className="jump" data-n="8">
            <RotateCcw className="ic" aria-hidden="true" />
          </span>
        </button>
        <button
          type="button"
          className={`btn pp ${playing ? "" : "btn-go"}`}
          aria-label={playing ? t`Pause` : t`Play`}
          onClick={() => act("toggle")}
        >
          {playing ? <Pause className="ic" aria-hidden="true" /> : <Play className="ic" aria-hidden="true" />}
        </button>
        <button
          type="button"
          className="btn btn-i"
          aria-label={t`On one eight`}
          onClick={() => act("forward")}
        >
          <span className="jump" data-n="8">
            <RotateCw className="ic" aria-hidden="true" />
          </span>
        </button>
        <button
          type="button"
          className="btn btn-i pl-wide"
          aria-label={t`Again, from the five`}
          onClick={() => act("again")}
        >
          <span className="jump" data-n="5–8">
            <Undo2 className="ic" aria-hidden="true" />
          </span>
        </button>
        <Clock player={player} durationMs={durationMs} />
      </div>
      {tempo}
      {state?.hasBack && (
        <div className="grp pl-angle">
          <span className="lab" id="angle">{t`Angle`}</span>
          <div className="seg" role="group" aria-labelledby="angle">
            {(["front", "back"] as const).map((angle) => (
              <button
                key={angle}
                type="button"
                aria-pressed={state.angle === angle}
                onClick={() => player?.setAngle(angle)}
              >
                {angle === "front" ? t`Front` : t`Back`}
              </button>
            ))}
          </div>
        </div>
      )}
      <div className="row wrap pl-togs">
        <Toggle
          label={t`Loop`}
          icon={Repeat}
          pressed={state?.loop != null}
          className="pl-tog-loop"
          onClick={() => act("loop")}
        />
        <Toggle
          label={t`Mirror`}
          icon={FlipHorizontal2}
          pressed={state?.mirrored ?? false}
          className="pl-tog-mirror"
          onClick={() => act("mirror")}
        />
        <Toggle
          label={t`Camera`}
          icon={Camera}
          pressed={cameraOn}
          className="pl-tog-more"
          onClick={() => act("camera")}
        />
        {hasCaptions && (
          <Toggle
            label={t`Captions`}
            icon={Captions}
            pressed={captionsOn}
            className="pl-tog-more"
            onClick={() => act("captions")}
          />
        )}
      </div>
    </div>
  );
}
