import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { usePlanChanges } from "../actions/change-plan.ts";
import { daySpan, formatDay } from "../public/plan-labels.ts";

const noon = (day: string) => `${day}T12:00:00Z`;

/** Days off: the plan is paused, and nothing counts as missed. */
export function Holidays({
  today,
  holidays,
}: {
  today: string;
  holidays: readonly { from: string; to: string }[];
}) {
  const { t } = useLingui();
  const changes = usePlanChanges();
  const first = today.slice(0, 10);
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(first);
  const [busy, setBusy] = useState(false);
  const isBackwards = to < from;
  const take = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || isBackwards || !from || !to) return;
    setBusy(true);
    await changes.holiday(noon(from), noon(to), true);
    setBusy(false);
  };
  const short = (day: string) => formatDay(day, "longMonthDay");
  return (
    <section className="stack" aria-labelledby="days-off">
      <h2 className="t4" id="days-off">{t`Days off`}</h2>
      {holidays.length > 0 && (
        <ul className="plan-list">
          {holidays.map((one) => (
            <li key={one.from} className="row between">
              <span className="tn">{one.from === one.to ? short(one.from) : daySpan(one.from, one.to)}</span>
              <Button size="s" tone="bare" onClick={() => void changes.holiday(one.from, one.to, false)}>
                {t`End days off`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className="stack" onSubmit={(event) => void take(event)}>
        <div className="plan-dates">
          <label className="field">
            <span className="lab">{t`From`}</span>
            <input
              className="in"
              type="date"
              value={from}
              min={first}
              required
              onChange={(event) => {
                setFrom(event.target.value);
                if (to < event.target.value) setTo(event.target.value);
              }}
            />
          </label>
          <label className="field">
            <span className="lab">{t`To`}</span>
            <input
              className="in"
              type="date"
              value={to}
              min={from}
              required
              aria-invalid={isBackwards || undefined}
              onChange={(event) => setTo(event.target.value)}
            />
          </label>
        </div>
        <p role="alert" className="hint hint-bad empty:hidden">
          {isBackwards ? t`The end date must be on or after the start date.` : null}
        </p>
        <Button type="submit" busy={busy}>
          {t`Save days off`}
        </Button>
      </form>
    </section>
  );
}
