import { useLingui } from "@lingui/react/macro";
import { formatShare } from "../../../lib/formats.ts";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import type { Experiment } from "./experiment-fragment.ts";
import { IntervalMark } from "./interval-mark.tsx";
import { useExperimentNames } from "./use-experiment-names.ts";

type Goal = Experiment["goals"][number];

/** What an experiment changed, by goal, with intervals of 95%. */
export function ExperimentGoals({ id, experiment }: { id: string; experiment: Experiment }) {
  const { t } = useLingui();
  const { goals: names } = useExperimentNames();
  const { goals, isMismatched, isComplete } = experiment;
  const verdict = (lift: Goal["lift"]): string => {
    if (isMismatched) return t`Unreliable`;
    if (!lift) return t`No data yet`;
    if (isComplete === false) return t`Too few people`;
    if (lift.low > 0) return t`Variant B is better`;
    return lift.high < 0 ? t`Variant B is worse` : t`No difference found`;
  };
  const armText = ({ converted, share, interval: { low, high } }: Goal["control"]): string =>
    t`${converted}: ${formatShare(share)} (${formatShare(low)} to ${formatShare(high)})`;
  const signed = (share: number): string =>
    share > 0 ? `+${formatShare(share)}` : formatShare(share).replace("-", "−");
  const widest = Math.max(0.01, ...goals.flatMap(({ lift }) => (lift ? [-lift.low, lift.high] : [])));
  return (
    <FiguresTable
      id={id}
      title={t`What it changed`}
      empty=""
      columns={[
        { label: t`Goal` },
        { label: t`Control` },
        { label: t`Variant B` },
        { label: t`Difference` },
        { label: t`Interval` },
        { label: t`Reading` },
      ]}
      rows={goals.map(({ goal, control, variant, lift }) => ({
        key: goal,
        cells: [
          names[goal],
          armText(control),
          armText(variant),
          lift ? t`${signed(lift.difference)} (${signed(lift.low)} to ${signed(lift.high)})` : "–",
          lift ? (
            <IntervalMark low={lift.low} middle={lift.difference} high={lift.high} widest={widest} />
          ) : (
            ""
          ),
          verdict(lift),
        ],
      }))}
    />
  );
}
