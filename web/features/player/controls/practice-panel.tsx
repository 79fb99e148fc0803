import "../../../ui/segments.css";
import { useLingui } from "@lingui/react/macro";
import { PanelSongs } from "../../catalog/public/panel-songs.tsx";
import { Range } from "../../../ui/range.tsx";
import type { PlayerCommand } from "../../../../contract/player-commands.ts";
import { commands } from "../commands/commands.ts";
import type { Player } from "../engine/player.ts";
import { FASTEST, type PlayerState, SLOWEST } from "../engine/player-state.ts";
import type { Ladder } from "../engine/tempo-steps.ts";
import { Panel } from "./panel.tsx";

const tools = ["camera", "note", "claps", "remote", "together", "cast", "keep", "help"] as const;
/** Tools that store something of the class. */
const counted: readonly PlayerCommand[] = ["note", "remote", "together", "keep"];

/** Practice settings: loop, tempo ladder, view and sound. */
export function PracticePanel({
  player,
  classId,
  isPublished,
  state,
  ladder,
  countsIn,
  captionsOn,
  onLadder,
  onCountsIn,
  act,
  onClose,
}: {
  player: Player;
  classId: string;
  isPublished: boolean;
  state: PlayerState;
  ladder: Ladder;
  countsIn: boolean;
  captionsOn: boolean;
  onLadder: (change: Partial<Ladder>) => void;
  onCountsIn: (on: boolean) => void;
  act: (command: PlayerCommand) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const percent = Math.round(state.rate * 100);
  const loud = Math.round((state.muted ? 0 : state.volume) * 100);
  const shown = tools.filter((name) => isPublished || !counted.includes(name));
  const choose = (command: PlayerCommand) => () => {
    act(command);
    onClose();
  };
  return (
    <Panel title={t`Practice settings`} onClose={onClose}>
      <div className="grp">
        <span className="lab" id="pl-loop">{t`Loop`}</span>
        <div className="row wrap" role="group" aria-labelledby="pl-loop">
          <button type="button" className="btn btn-s" onClick={choose("loop")}>
            {state.loop ? t`No loop` : t`This part`}
          </button>
          <button type="button" className="btn btn-s" onClick={choose("lastEight")}>{t`Last eight`}</button>
          <button
            type="button"
            className="btn btn-s"
            onClick={choose("loopStart")}
          >{t`Set loop start`}</button>
          <button type="button" className="btn btn-s" onClick={choose("loopEnd")}>{t`Set loop end`}</button>
          <button type="button" className="btn btn-s" onClick={choose("again")}>
            {commands.again.label()}
          </button>
        </div>
      </div>
      <label className="opt">
        <input
          type="checkbox"
          className="check"
          checked={countsIn}
          onChange={(event) => onCountsIn(event.target.checked)}
        />
        <span>{t`Count in with 5, 6, 7, 8`}</span>
      </label>
      <label className="grp">
        <span className="lab">{t`Tempo, ${percent}%`}</span>
        <Range
          min={SLOWEST * 100}
          max={FASTEST * 100}
          step={5}
          value={percent}
          text={t`${percent}%`}
          onChange={(value) => player.setRate(value / 100)}
        />
      </label>
      <div className="grp">
        <span className="lab" id="pl-step">{t`Speed up each loop by`}</span>
        <div className="seg" role="group" aria-labelledby="pl-step">
          {([5, 10] as const).map((step) => (
            <button
              key={step}
              type="button"
              aria-pressed={!ladder.held && ladder.step === step}
              onClick={() => onLadder({ step, held: false })}
            >{t`${step}%`}</button>
          ))}
          <button
            type="button"
            aria-pressed={ladder.held}
            onClick={() => onLadder({ held: true })}
          >{t`Off`}</button>
        </div>
      </div>
      <div className="grp">
        <span className="lab" id="pl-passes">{t`After clean loops`}</span>
        <div className="seg" role="group" aria-labelledby="pl-passes">
          {[1, 2, 3, 4].map((passes) => (
            <button
              key={passes}
              type="button"
              aria-pressed={ladder.passes === passes}
              onClick={() => onLadder({ passes })}
            >
              {passes}
            </button>
          ))}
        </div>
      </div>
      <label className="grp">
        <span className="lab">{t`Sound`}</span>
        <Range
          min={0}
          max={100}
          step={5}
          value={loud}
          text={t`${loud}%`}
          onChange={(value) => player.setSound({ volume: value / 100 })}
        />
      </label>
      <div className="grp">
        <span className="lab" id="pl-seen">{t`View`}</span>
        <div className="row wrap" role="group" aria-labelledby="pl-seen">
          {state.views.length > 1 &&
            state.views.map(({ key, label }) => (
              <button
                key={key}
                type="button"
                className="btn btn-s"
                aria-pressed={state.angle === key}
                onClick={() => player.setAngle(key)}
              >{t`${label} view`}</button>
            ))}
          <button
            type="button"
            className="btn btn-s"
            aria-pressed={captionsOn}
            onClick={() => act("captions")}
          >
            {commands.captions.label()}
          </button>
          {document.fullscreenEnabled && (
            <button type="button" className="btn btn-s" onClick={choose("fullscreen")}>
              {commands.fullscreen.label()}
            </button>
          )}
        </div>
      </div>
      <div className="grp">
        <span className="lab" id="pl-tools">{t`Tools`}</span>
        <div className="pl-tools" role="group" aria-labelledby="pl-tools">
          {shown.map((name) => {
            const { label, icon: Icon } = commands[name];
            return (
              <button key={name} type="button" className="btn btn-s" onClick={choose(name)}>
                {Icon && <Icon className="ic" aria-hidden="true" />}
                {label()}
              </button>
            );
          })}
        </div>
      </div>
      <PanelSongs classId={classId} />
    </Panel>
  );
}
