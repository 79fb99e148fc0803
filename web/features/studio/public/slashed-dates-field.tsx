import { useLingui } from "@lingui/react/macro";
import type { DateOrder } from "../../../../contract/table-dates.ts";
import { Select } from "../../../ui/select.tsx";

type SlashedDatesFieldProps = {
  /** One of the dates. */
  sample: string;
  /** Null: not chosen yet. */
  order: DateOrder | null;
  onChoose: (order: DateOrder) => void;
};

/** Asks which number comes first in the dates of a table that don't say it themselves. */
export function SlashedDatesField({ sample, order, onChoose }: SlashedDatesFieldProps) {
  const { t } = useLingui();
  return (
    <Select
      label={t`Dates like ${sample}`}
      value={order ?? ""}
      options={[
        ...(order === null ? [{ value: "" as const, label: t`Choose` }] : []),
        { value: "day_first" as const, label: t`The day comes first` },
        { value: "month_first" as const, label: t`The month comes first` },
      ]}
      onChoose={(chosen) => chosen !== "" && onChoose(chosen)}
    />
  );
}
