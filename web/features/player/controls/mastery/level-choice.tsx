import "./mastery.css";
import { useLingui } from "@lingui/react/macro";
import { type MasteryLevel, useMasteryLabels } from "../../../practice/public/mastery-labels.ts";
import type { PartMastery } from "./use-mastery.ts";

const levels: readonly MasteryLevel[] = ["none", "seen", "counts", "slow", "tempo"];

/** Mastery level of a part, which the dancer can set. `onSay`: null removes the dancer's setting. */
export function LevelChoice({
  title,
  known,
  onSay,
}: {
  /** Title of the part. */
  title: string;
  known: PartMastery | undefined;
  onSay: (level: MasteryLevel | null) => void;
}) {
  const { t } = useLingui();
  const labels = useMasteryLabels();
  const level = known?.level ?? "none";
  return (
    <select
      className="know-level"
      aria-label={t`How well you know ${title}`}
      value={known?.isSelfReported ? level : "danced"}
      onChange={({ target }) => onSay(levels.find((one) => one === target.value) ?? null)}
    >
      <option value="danced">{known?.isSelfReported ? t`Automatic` : labels[level]}</option>
      {levels
        .filter((one) => known?.isSelfReported || one !== level)
        .map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
    </select>
  );
}
