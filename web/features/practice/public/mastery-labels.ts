import { useLingui } from "@lingui/react/macro";

export type MasteryLevel = "none" | "seen" | "counts" | "slow" | "tempo";

/** Label of each mastery level. */
export function useMasteryLabels(): Record<MasteryLevel, string> {
  const { t } = useLingui();
  return {
    none: t`Not yet`,
    seen: t`Seen`,
    counts: t`On counts`,
    slow: t`Slow`,
    tempo: t`At tempo`,
  };
}
