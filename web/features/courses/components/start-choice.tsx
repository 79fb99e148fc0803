import { useLingui } from "@lingui/react/macro";
import { Select } from "../../../ui/select.tsx";
import { dayText } from "./course-day.ts";

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
        label={t`Your start`}
        value={chosen}
        options={days.map((day) => ({ value: day, label: dayText(day) }))}
        onChoose={onChoose}
      />
    </div>
  );
}
