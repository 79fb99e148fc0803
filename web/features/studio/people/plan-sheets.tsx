import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { ActSheet } from "./act-sheet.tsx";
import type { ActPerson, ActPlan } from "./act-types.ts";
import { StudioCancelPlan, StudioPausePlan } from "./acts.ts";

type SheetProps = { person: ActPerson; plan: ActPlan; onClose: () => void };

const day = (time: Date | string): string => formatMonthDayYear(new Date(time));

/** Cancels a plan, at the end of the paid term or now. */
export function CancelSheet({ person, plan, onClose }: SheetProps) {
  const { t } = useLingui();
  const id = useId();
  const [, cancel] = useMutation(StudioCancelPlan);
  const canWait = plan.status === "active" || plan.status === "in_trial";
  const [atPeriodEnd, setAtPeriodEnd] = useState(canWait);
  const end = plan.nextBillingAt && canWait ? day(plan.nextBillingAt) : null;
  const { name } = plan;
  return (
    <ActSheet
      title={t`Cancel the plan of ${person.name}`}
      person={person}
      happens={
        atPeriodEnd && end
          ? [t`${name} runs until ${end}, then ends.`, t`No further charges.`]
          : [t`${name} ends now.`, t`No further charges, and no refund.`]
      }
      message={
        atPeriodEnd && end
          ? t`${name} ends on ${end}. You keep access until then, and you won’t be charged again.`
          : t`${name} has ended. You won’t be charged again.`
      }
      action={atPeriodEnd && end ? t`Cancel on ${end}` : t`Cancel now`}
      done={t`Plan canceled`}
      onAct={(key) =>
        cancel({ personId: person.id, key, subscriptionId: plan.id, version: plan.version, atPeriodEnd })
      }
      onClose={onClose}
    >
      <fieldset className="stack gap-2">
        <legend className="lab">{t`When`}</legend>
        {end && (
          <label className="opt act-opt">
            <input
              className="radio"
              type="radio"
              name={id}
              checked={atPeriodEnd}
              onChange={() => setAtPeriodEnd(true)}
            />
            <span>{t`On ${end}`}</span>
          </label>
        )}
        <label className="opt act-opt">
          <input
            className="radio"
            type="radio"
            name={id}
            checked={!atPeriodEnd}
            onChange={() => setAtPeriodEnd(false)}
          />
          <span>{t`Now`}</span>
        </label>
      </fieldset>
    </ActSheet>
  );
}

/** Pauses a plan for one to three months. */
export function PauseSheet({ person, plan, onClose }: SheetProps) {
  const { t } = useLingui();
  const [, pause] = useMutation(StudioPausePlan);
  const [months, setMonths] = useState("1");
  const resumesAt = new Date();
  resumesAt.setUTCMonth(resumesAt.getUTCMonth() + Number(months));
  const until = day(resumesAt);
  return (
    <ActSheet
      title={t`Pause the plan of ${person.name}`}
      person={person}
      happens={[
        t`${plan.name} pauses now and resumes on ${until}.`,
        t`Unused time becomes account credit.`,
        t`No charge until then.`,
      ]}
      message={t`${plan.name} is paused until ${until}. No charges while paused.`}
      action={t`Pause until ${until}`}
      done={t`Plan paused`}
      onAct={(key) =>
        pause({
          personId: person.id,
          key,
          subscriptionId: plan.id,
          version: plan.version,
          months: Number(months),
        })
      }
      onClose={onClose}
    >
      <label className="field">
        <span className="lab">{t`Months`}</span>
        <select className="in" value={months} onChange={(event) => setMonths(event.currentTarget.value)}>
          {["1", "2", "3"].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
    </ActSheet>
  );
}
