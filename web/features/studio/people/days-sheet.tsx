import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { ActSheet } from "./act-sheet.tsx";
import type { ActPerson, ActPlan } from "./act-types.ts";
import { StudioGiveDays } from "./acts.ts";
import { dateOf, daysTyped, daysUntil, movedBy } from "./free-days.ts";

const usualDays = 14;

/** Moves the next charge, or the end of access, by free days or to a day. */
export function DaysSheet({
  person,
  plan,
  onClose,
}: {
  person: ActPerson;
  plan: ActPlan;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const id = useId();
  const [, give] = useMutation(StudioGiveDays);
  const isLast = plan.nextBillingAt === null;
  const moment = plan.nextBillingAt ?? plan.accessEndsAt;
  const from = moment === null ? null : new Date(moment);
  const [isToDay, setToDay] = useState(false);
  const [typed, setTyped] = useState(String(usualDays));
  const [date, setDate] = useState(from ? dateOf(movedBy(from, usualDays)) : "");
  const days = isToDay && from ? daysUntil(from, date) : daysTyped(typed);
  const until = days && from ? formatMonthDayYear(movedBy(from, days)) : null;
  const { name } = plan;
  const present = from && formatMonthDayYear(from);
  const hint = present ? (isLast ? t`Access ends ${present}` : t`Next charge ${present}`) : undefined;
  return (
    <ActSheet
      title={t`Free days for ${person.name}`}
      person={person}
      happens={
        until === null
          ? [isToDay ? t`Choose a day 1 to 366 days later.` : t`Enter 1 to 366 days.`]
          : isLast
            ? [t`Access lasts until ${until}.`, t`No charge.`]
            : [t`The next charge moves to ${until}.`, t`Later charges follow from that day.`]
      }
      message={
        until === null
          ? null
          : isLast
            ? t`We added ${days} free days to ${name}. You keep access until ${until}.`
            : t`We added ${days} free days to ${name}. Your next charge moves to ${until}.`
      }
      action={until ? t`Move to ${until}` : t`Give free days`}
      done={t`Free days given`}
      onAct={(key) =>
        give({ personId: person.id, key, subscriptionId: plan.id, version: plan.version, days: days ?? 0 })
      }
      onClose={onClose}
    >
      {from && (
        <fieldset className="stack gap-2">
          <legend className="lab">{t`Move`}</legend>
          {[false, true].map((toDay) => (
            <label key={String(toDay)} className="opt act-opt">
              <input
                className="radio"
                type="radio"
                name={id}
                checked={isToDay === toDay}
                onChange={() => setToDay(toDay)}
              />
              <span>{toDay ? t`To a day` : t`By days`}</span>
            </label>
          ))}
        </fieldset>
      )}
      {isToDay && from ? (
        <LineField
          label={t`Day`}
          type="date"
          earliest={dateOf(movedBy(from, 1))}
          hint={hint}
          value={date}
          required
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      ) : (
        <LineField
          label={t`Days`}
          inputMode="numeric"
          most={3}
          hint={hint}
          value={typed}
          required
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ActSheet>
  );
}
