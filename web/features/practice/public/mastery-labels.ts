import { useLingui } from "@lingui/react/macro";

export type MasteryLevel = "none" | "seen" | "counts" | "slow" | "tempo";

/** Label of each mastery level. */
export function useMasteryLabels(): Record<MasteryLevel, string> {
  const { t } = useLingui();
  return {
    none: t`Not started`,
    seen: t`Watched`,
    counts: t`Learned with counts`,
    slow: t`Slow`,
    tempo: t`At full speed`,
  };
}
