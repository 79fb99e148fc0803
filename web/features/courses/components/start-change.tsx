import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { StartChoice } from "./start-choice.tsx";
import { startDayText } from "./start-day.ts";

type StartChangeProps = {
  /** YYYY-MM-DD, in order. */
  days: readonly string[];
  /** The day that the dancer joined. */
  joined: string;
  busy: boolean;
  /** @returns whether it succeeded */
  onChange: (day: string) => Promise<boolean>;
};

/** Changes to another start day: the choice alone changes nothing. */
export function StartChange({ days, joined, busy, onChange }: StartChangeProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(joined);
  const picked = days.includes(chosen) ? chosen : joined;
  const change = async (): Promise<void> => {
    if (await onChange(picked)) showToast(t`Your start day is now ${startDayText(picked)}.`);
  };
  return (
    <div className="stack gap-3">
      <StartChoice days={days} chosen={picked} onChoose={setChosen} />
      <div>
        <Button size="s" busy={busy} onClick={() => void change()}>{t`Change start day`}</Button>
      </div>
    </div>
  );
}
