import { useLingui } from "@lingui/react/macro";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { Select } from "../../../ui/select.tsx";

const spans = ["7", "30", "90", "365"] as const;
type Span = (typeof spans)[number];

/** How many earlier months may be chosen. */
const maxMonths = 24;

/** The current month and those before it, `YYYY-MM`, newest first. */
const recentMonths = (): readonly string[] => {
  const now = new Date();
  return Array.from({ length: maxMonths + 1 }, (_unused, ago) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - ago, 1)).toISOString().slice(0, 7),
  );
};

/** The last days or a calendar month, stored in the URL, with the control that changes it. One of the two is null. */
export function useMonthPeriod(): {
  days: number | null;
  month: string | null;
  control: React.ReactNode;
} {
  const { t } = useLingui();
  const months = recentMonths();
  const [period, choose] = useChoice("period", [...spans, ...months], "30");
  const isMonth = period.includes("-");
  return {
    days: isMonth ? null : Number(period),
    month: isMonth ? period : null,
    control: (
      <Select
        label={t`Period`}
        value={period}
        onChoose={choose}
        options={[
          ...spans.map((value) => ({ value, label: t`Last ${value} days` })),
          ...months.map((value) => ({ value, label: formatCalendarDay(new Date(`${value}-01`), "month") })),
        ]}
      />
    ),
  };
}

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
