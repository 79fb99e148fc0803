import { useLingui } from "@lingui/react/macro";
import { Select } from "../../../ui/select.tsx";
import { startDayText } from "./start-day.ts";

type StartChoiceProps = {
  /** YYYY-MM-DD, in order. */
  days: readonly string[];
  chosen: string;
  onChoose: (day: string) => void;
};

/** Chooses one of the days on which a course starts. */
export function StartChoice({ days, chosen, onChoose }: StartChoiceProps) {
  const { t } = useLingui();
  return (
    <div className="course-start">
      <Select
        label={t`Your start day`}
        value={chosen}
        options={days.map((day) => ({ value: day, label: startDayText(day) }))}
        onChoose={onChoose}
      />
    </div>
  );
}
