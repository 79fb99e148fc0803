import { useLingui } from "@lingui/react/macro";
import { useChoice } from "../../../lib/use-choice.ts";
import { Select } from "../../../ui/select.tsx";

const spans = ["7", "30", "90", "365"] as const;
type Span = (typeof spans)[number];

/** The reporting period, stored in the URL, and the control that changes it. */
export function usePeriod(usual: Span = "30"): { days: number; control: React.ReactNode } {
  const { t } = useLingui();
  const [span, choose] = useChoice("days", spans, usual);
  return {
    days: Number(span),
    control: (
      <Select
        label={t`Period`}
        value={span}
        onChoose={choose}
        options={spans.map((value) => ({ value, label: t`Last ${value} days` }))}
      />
    ),
  };
}
