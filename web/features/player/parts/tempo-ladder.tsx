import { useLingui } from "@lingui/react/macro";
import { FASTEST, SLOWEST } from "../core/player-state.ts";

const steps = [60, 70, 80, 90, 100] as const;

/** The usual tempos as a ladder, and every other by the field beside it. Percent of the class's own. */
export function TempoLadder({ rate, onRate }: { rate: number; onRate: (rate: number) => void }) {
  const { t } = useLingui();
  const percent = Math.round(rate * 100);
  return (
    <div className="grp">
      <span className="lab">{t`Tempo, ${percent} %`}</span>
      <div className="row">
        <div className="ladder" role="group" aria-label={t`Tempo`}>
          {steps.map((step, index) => (
            <button
              key={step}
              type="button"
              aria-pressed={percent === step}
              style={{ "--h": `${6 + index * 5}px` }}
              onClick={() => onRate(step / 100)}
            >
              {step}
            </button>
          ))}
        </div>
        <input
          className="pl-range pl-wide"
          type="range"
          min={SLOWEST * 100}
          max={FASTEST * 100}
          step={5}
          value={percent}
          aria-label={t`Any tempo`}
          aria-valuetext={t`${percent} percent`}
          onChange={(event) => onRate(Number(event.target.value) / 100)}
        />
      </div>
    </div>
  );
}
