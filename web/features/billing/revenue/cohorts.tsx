import { useLingui } from "@lingui/react/macro";
import { formatCalendarDay, formatPart } from "../../../lib/formats.ts";
import { FiguresTable } from "../../studio/public/figures-table.tsx";

/** How many members began to pay in each month, and which share of them still paid in the months after. */
export function Cohorts({
  cohorts,
}: {
  cohorts: readonly { month: string; size: number; paying: readonly number[] }[];
}) {
  const { t } = useLingui();
  const ages = Math.max(0, ...cohorts.map(({ paying }) => paying.length));
  return (
    <FiguresTable
      id="cohorts"
      title={t`Retention by month of the first payment`}
      note={t`The share with a paid term at the end of each month after. The current month counts up to today, a yearly plan for twelve months. Members whose plan a provider bills aren’t counted.`}
      empty={t`No one has paid in the last twelve months.`}
      columns={[
        { label: t`First payment` },
        { label: t`Members`, isFigure: true },
        ...Array.from({ length: Math.max(0, ages - 1) }, (_, index) => {
          const month = index + 1;
          return { label: t`Month ${month}`, isFigure: true };
        }),
      ]}
      rows={cohorts.map(({ month, size, paying }) => ({
        key: month,
        cells: [
          formatCalendarDay(new Date(month), "month"),
          size,
          ...Array.from({ length: Math.max(0, ages - 1) }, (_, index) => {
            const still = paying[index + 1];
            return still === undefined ? "" : formatPart(still, size);
          }),
        ],
      }))}
    />
  );
}
