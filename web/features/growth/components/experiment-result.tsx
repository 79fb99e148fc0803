import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import type { EnumValue } from "../../../graphql/graphql.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear, formatShare } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { IntervalMark } from "./interval-mark.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";

export const ExperimentFragment = graphql(`
  fragment ExperimentResult on ExperimentResult {
    id
    isRunning
    share
    since
    control
    variant
    ratioProbability
    isMismatched
    goals {
      goal
      control {
        converted
        share
        interval {
          low
          high
        }
      }
      variant {
        converted
        share
        interval {
          low
          high
        }
      }
      lift {
        difference
        low
        high
      }
    }
  }
`);
const ChangeExperimentMutation = graphql(
  `
    mutation ChangeExperiment($id: ID!, $isRunning: Boolean!, $share: Int!) {
      changeExperiment(id: $id, isRunning: $isRunning, share: $share) {
        id
        ...ExperimentResult
      }
    }
  `,
  [ExperimentFragment],
);
const shares = ["5", "10", "20", "50", "100"] as const;

/** An experiment: participants, sample ratio check, and effects. */
export function ExperimentResult({
  result,
  isSwitchedOff,
}: {
  result: FragmentOf<typeof ExperimentFragment>;
  /** Its feature flag is off: everyone sees the control, whatever the experiment says. */
  isSwitchedOff: boolean;
}) {
  const { t } = useLingui();
  const titleId = useId();
  const found = readFragment(ExperimentFragment, result);
  const [{ fetching }, send] = useMutation(ChangeExperimentMutation);
  const change = async (to: { isRunning?: boolean; share?: number }): Promise<void> => {
    const { error } = await send({ id: found.id, isRunning: found.isRunning, share: found.share, ...to });
    if (error) showToast(t`That didn’t go through, and nothing has changed. Try again.`);
  };
  const goalNames: Record<EnumValue<"ExperimentGoal">, string> = {
    danced: t`Completed a class`,
    trial: t`Started a trial`,
    paid: t`Paid`,
  };
  const verdict = (lift: { low: number; high: number } | null): string => {
    if (!lift) return t`No data yet`;
    return lift.low > 0
      ? t`Variant B is winning`
      : lift.high < 0
        ? t`Variant B is losing`
        : t`No difference yet`;
  };
  type Arm = (typeof found.goals)[number]["control"];
  const variantLabels = ({ converted, share, interval: { low, high } }: Arm): string =>
    t`${converted}: ${formatShare(share)} (${formatShare(low)} to ${formatShare(high)})`;
  const signed = (share: number): string =>
    share > 0 ? `+${formatShare(share)}` : formatShare(share).replace("-", "−");
  const widest = Math.max(0.01, ...found.goals.flatMap(({ lift }) => (lift ? [-lift.low, lift.high] : [])));
  return (
    <article className="experiment" aria-labelledby={titleId}>
      <header className="experiment-head">
        <div>
          <h2 className="t4" id={titleId}>
            {found.id}
          </h2>
          <p className="facts">
            <span>
              {!found.isRunning
                ? t`Has ended`
                : isSwitchedOff
                  ? t`Off: everyone sees the control until its feature flag is on`
                  : t`Running since ${formatMonthDayYear(new Date(found.since))}`}
            </span>
            <span>{t`${found.control} saw the control`}</span>
            <span>{t`${found.variant} saw variant B`}</span>
          </p>
        </div>
        <div className="studio-controls">
          <Select
            label={t`Takes part`}
            value={shares.find((share) => share === String(found.share)) ?? "100"}
            onChoose={(share) => void change({ share: Number(share) })}
            options={shares.map((value) => ({ value, label: t`${value}% of visitors` }))}
          />
          <Button busy={fetching} onClick={() => void change({ isRunning: !found.isRunning })}>
            {found.isRunning ? t`End it` : t`Start it`}
          </Button>
        </div>
      </header>
      {found.isMismatched && (
        <p className="experiment-warning" role="note">
          <strong>{t`Sample ratio mismatch.`}</strong>{" "}
          {t`Expected 50/50, got ${found.control} to ${found.variant} (p < 0.1%). One variant is losing people. Don’t trust this result.`}
        </p>
      )}
      <FiguresTable
        id={`${titleId}-goals`}
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
        rows={found.goals.map(({ goal, control, variant, lift }) => ({
          key: goal,
          cells: [
            goalNames[goal] ?? goal,
            variantLabels(control),
            variantLabels(variant),
            lift ? t`${signed(lift.difference)} (${signed(lift.low)} to ${signed(lift.high)})` : "–",
            lift ? (
              <IntervalMark low={lift.low} middle={lift.difference} high={lift.high} widest={widest} />
            ) : (
              ""
            ),
            found.isMismatched ? t`Unreliable` : verdict(lift),
          ],
        }))}
      />
    </article>
  );
}
