import { useLingui } from "@lingui/react/macro";
import type { PlayerAction } from "../core/keys.ts";
import type { Player } from "../core/player.ts";
import { FASTEST, type PlayerState, SLOWEST } from "../core/player-state.ts";
import type { Ladder } from "../core/tempo-steps.ts";
import { Panel } from "./panel.tsx";

/** How one practises: what is looped, how the tempo climbs, what is seen and heard. */
export function PracticePanel({
  player,
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
  state: PlayerState;
  ladder: Ladder;
  countsIn: boolean;
  captionsOn: boolean;
  onLadder: (change: Partial<Ladder>) => void;
  onCountsIn: (on: boolean) => void;
  act: (action: PlayerAction) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const percent = Math.round(state.rate * 100);
  const loud = Math.round((state.muted ? 0 : state.volume) * 100);
  const choose = (action: PlayerAction) => () => {
    act(action);
    onClose();
  };
  return (
    <Panel title={t`How you practise`} onClose={onClose}>
      <div className="grp">
        <span className="lab" id="pl-loop">{t`Loop`}</span>
        <div className="row wrap" role="group" aria-labelledby="pl-loop">
          <button type="button" className="btn btn-s" onClick={choose("loop")}>
            {state.loop ? t`No loop` : t`This part`}
          </button>
          <button
            type="button"
            className="btn btn-s"
            onClick={choose("lastEight")}
          >{t`The last eight`}</button>
          <button type="button" className="btn btn-s" onClick={choose("loopStart")}>{t`From here`}</button>
          <button type="button" className="btn btn-s" onClick={choose("loopEnd")}>{t`Until here`}</button>
          <button
            type="button"
            className="btn btn-s"
            onClick={choose("again")}
          >{t`Again, from the five`}</button>
        </div>
      </div>
      <label className="opt">
        <input
          type="checkbox"
          className="check"
          checked={countsIn}
          onChange={(event) => onCountsIn(event.target.checked)}
        />
        <span>{t`Count 5, 6, 7, 8 before every start`}</span>
      </label>
      <label className="grp">
        <span className="lab">{t`Tempo, ${percent} %`}</span>
        <input
          type="range"
          className="pl-range"
          min={SLOWEST * 100}
          max={FASTEST * 100}
          step={5}
          value={percent}
          aria-valuetext={t`${percent} percent`}
          onChange={(event) => player.setRate(Number(event.target.value) / 100)}
        />
      </label>
      <div className="grp">
        <span className="lab" id="pl-step">{t`In a loop the tempo climbs by`}</span>
        <div className="seg" role="group" aria-labelledby="pl-step">
          {([5, 10] as const).map((step) => (
            <button
              key={step}
              type="button"
              aria-pressed={!ladder.held && ladder.step === step}
              onClick={() => onLadder({ step, held: false })}
            >{t`${step} percent`}</button>
          ))}
          <button
            type="button"
            aria-pressed={ladder.held}
            onClick={() => onLadder({ held: true })}
          >{t`Not at all`}</button>
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
        <input
          type="range"
          className="pl-range"
          min={0}
          max={100}
          step={5}
          value={loud}
          aria-valuetext={t`${loud} percent`}
          onChange={(event) => player.setSound({ volume: Number(event.target.value) / 100 })}
        />
      </label>
      <div className="row wrap">
        {state.hasBack && (
          <button
            type="button"
            className="btn btn-s"
            aria-pressed={state.angle === "back"}
            onClick={() => act("turn")}
          >{t`Back view`}</button>
        )}
        <button
          type="button"
          className="btn btn-s"
          aria-pressed={captionsOn}
          onClick={() => act("captions")}
        >{t`Captions`}</button>
        <button type="button" className="btn btn-s" onClick={choose("camera")}>{t`Camera`}</button>
        <button type="button" className="btn btn-s" onClick={choose("note")}>{t`Note here`}</button>
        <button
          type="button"
          className="btn btn-s"
          onClick={choose("claps")}
        >{t`Listen for two claps`}</button>
        <button type="button" className="btn btn-s" onClick={choose("remote")}>{t`Phone as remote`}</button>
        <button type="button" className="btn btn-s" onClick={choose("together")}>{t`Dance together`}</button>
        <button type="button" className="btn btn-s" onClick={choose("keep")}>{t`Keep on this device`}</button>
        <button type="button" className="btn btn-s" onClick={choose("help")}>{t`Keys`}</button>
      </div>
    </Panel>
  );
}
