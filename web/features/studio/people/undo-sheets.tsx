import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { ActSheet } from "./act-sheet.tsx";
import type { ActPerson, ActPlan } from "./act-types.ts";
import { StudioResumePlan, StudioUndoCancel } from "./acts.ts";

type SheetProps = { person: ActPerson; plan: ActPlan; onClose: () => void };

/** Undoes a cancellation at the end of the term. */
export function UndoCancelSheet({ person, plan, onClose }: SheetProps) {
  const { t } = useLingui();
  const [, undo] = useMutation(StudioUndoCancel);
  const { name } = plan;
  const end = plan.accessEndsAt ? formatMonthDayYear(new Date(plan.accessEndsAt)) : null;
  return (
    <ActSheet
      title={t`Undo the cancellation of ${person.name}`}
      person={person}
      happens={[
        t`${name} renews as before.`,
        end ? t`The next charge is on ${end}. Nothing is charged now.` : t`Nothing is charged now.`,
      ]}
      message={
        end
          ? t`We undid the cancellation of ${name}. Your next payment is on ${end}.`
          : t`We undid the cancellation of ${name}. It renews as before.`
      }
      action={t`Undo cancellation`}
      done={t`Cancellation undone`}
      onAct={(key) => undo({ personId: person.id, key, subscriptionId: plan.id, version: plan.version })}
      onClose={onClose}
    />
  );
}

/** Ends a pause now. */
export function ResumeSheet({ person, plan, onClose }: SheetProps) {
  const { t } = useLingui();
  const [, resume] = useMutation(StudioResumePlan);
  const { name, resumeAmount } = plan;
  const amount = resumeAmount === null ? null : formatMoney(resumeAmount, plan.currencyCode);
  return (
    <ActSheet
      title={t`Resume the plan of ${person.name}`}
      person={person}
      happens={[
        t`${name} resumes now, and a new term begins.`,
        amount
          ? t`${amount} is charged to the stored payment method now.`
          : t`The provider charges the stored payment method now.`,
        t`If the payment fails, the plan stays paused.`,
      ]}
      message={amount ? t`A receipt for ${amount}.` : t`A receipt.`}
      isMailedLater
      action={amount ? t`Charge ${amount} and resume` : t`Resume plan`}
      done={t`Plan resumed`}
      onAct={(key) =>
        resume({
          personId: person.id,
          key,
          subscriptionId: plan.id,
          version: plan.version,
          amount: resumeAmount,
        })
      }
      onClose={onClose}
    />
  );
}
