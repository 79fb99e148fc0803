import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { useState } from "react";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { Step } from "./step.tsx";

const lengths = ["1", "2", "3"] as const;

/** Pauses for one to three months, with the day on which it resumes and the charge at that time. */
export function PauseStep({
  amount,
  currencyCode,
  billedBy,
  now,
  creditText,
  busy,
  fault,
  onPause,
  onLeave,
}: {
  /** Price of a billing period in minor units. */
  amount: number;
  currencyCode: string;
  /** The provider that bills the subscription; null if the studio does. */
  billedBy: string | null;
  now: Date;
  /** What becomes of unused time. */
  creditText: string | null;
  busy: boolean;
  fault: string | null;
  onPause: (months: number) => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const [months, setMonths] = useState<(typeof lengths)[number]>("1");
  const day = formatMonthDayYear(monthsAfter(now, Number(months)));
  const price = formatMoney(amount, currencyCode);
  return (
    <Step
      title={t`Pause your subscription`}
      lead={
        billedBy
          ? t`Pausing starts now. You’ll have free classes only and no charges.`
          : t`Pausing starts now. You’ll have free classes only and no charges. Unused time becomes credit.`
      }
      leaveLabel={t`Cancel`}
      onLeave={onLeave}
    >
      {creditText && <p className="pretty">{creditText}</p>}
      <Segments
        label={t`Duration`}
        value={months}
        onChoose={setMonths}
        options={lengths.map((value) => ({
          value,
          label: plural(Number(value), { one: "# month", other: "# months" }),
        }))}
      />
      <p aria-live="polite">
        {billedBy
          ? t`Resumes automatically on ${day}. ${billedBy} charges you again then. You can resume sooner.`
          : t`Resumes automatically on ${day}. We’ll charge ${price} minus your credit. You can resume sooner.`}
      </p>
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div>
        <Button tone="go" size="l" busy={busy} onClick={() => onPause(Number(months))}>
          {t`Pause until ${day}`}
        </Button>
      </div>
    </Step>
  );
}

/** The same day some months later, or the last day of a shorter month. */
export function monthsAfter(from: Date, months: number): Date {
  const day = new Date(from);
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() + months);
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(from.getUTCDate(), last));
  return day;
}
