import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type Ladder, nextTempo } from "../engine/tempo-steps.ts";

const steps = [60, 70, 80, 90, 100] as const;

/** The usual tempos as a ladder; in a loop the next step is outlined. Percent of the class's own. */
export function TempoLadder({
  rate,
  ladder,
  onRate,
  onHold,
}: {
  rate: number;
  /** The loop's tempo ladder; null without a loop. */
  ladder: Ladder | null;
  onRate: (rate: number) => void;
  onHold: () => void;
}) {
  const { t } = useLingui();
  const percent = Math.round(rate * 100);
  const next = ladder && !ladder.held ? nextTempo(rate, ladder.step) : null;
  const nextPercent = next === null ? null : Math.round(next * 100);
  const label =
    nextPercent === null || ladder === null
      ? ladder?.held
        ? t`Tempo locked at ${percent}%`
        : t`Tempo, ${percent}%`
      : t`Tempo, ${nextPercent} after ${plural(ladder.passes, { one: "a clean loop", other: "# clean loops" })}`;
  return (
    <div className="grp pl-tempo">
      <span className="lab">{label}</span>
      <div className="ladder" role="group" aria-label={t`Tempo`}>
        {steps.map((step, index) => (
          <button
            key={step}
            type="button"
            aria-pressed={percent === step}
            // Between two steps, the upper one is next.
            className={nextPercent !== null && step === Math.ceil(nextPercent / 10) * 10 ? "next" : ""}
            style={{ "--h": `${(6 + index * 5) / 16}rem` }}
            onClick={() => (percent === step && ladder ? onHold() : onRate(step / 100))}
          >
            {step}
          </button>
        ))}
      </div>
    </div>
  );
}
