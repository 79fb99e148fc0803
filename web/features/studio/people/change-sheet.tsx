import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { ActSheet } from "./act-sheet.tsx";
import type { ActPerson, ActPlan } from "./act-types.ts";
import { StudioChangePlan } from "./acts.ts";
import { planLabel } from "./labels.ts";

const PlanChangesQuery = graphql(`
  query StudioPlanChanges($personId: ID!) {
    studioPlanChanges(personId: $personId) {
      planId
      name
      period
      periodUnit
      kind
      nextPlanName
      nextBillingAt
      nextAmount
      currencyCode
    }
  }
`);

/** Changes a plan without a charge now. What would cost the person more is left to them. */
export function ChangeSheet({
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
  const [, change] = useMutation(StudioChangePlan);
  const [{ data, error }] = useQuery({
    query: PlanChangesQuery,
    variables: { personId: person.id },
    requestPolicy: "network-only",
  });
  const [chosen, setChosen] = useState("");
  const changes = data?.studioPlanChanges ?? [];
  const found = changes.find(({ planId }) => planId === chosen);
  const name = found?.name ?? "";
  const next = found?.nextPlanName ?? "";
  const day = found ? formatMonthDayYear(new Date(found.nextBillingAt)) : "";
  const amount = found ? formatMoney(found.nextAmount, found.currencyCode) : "";
  const sentences = {
    at_once: {
      happens: [t`The plan changes to ${name} now.`, t`The first payment is ${amount} on ${day}.`],
      message: t`We changed your plan to ${name}. Your first payment is ${amount} on ${day}.`,
      action: t`Change to ${name} now`,
    },
    at_next_payment: {
      happens: [t`The plan changes to ${name} on ${day}.`, t`The payment that day is ${amount}.`],
      message: t`Your plan changes to ${name} on ${day}. Your payment that day is ${amount}.`,
      action: t`Change on ${day}`,
    },
    free_until_next_payment: {
      happens: [
        t`${name} opens now, free until ${day}.`,
        t`Then the plan is ${next}, and the payment that day is ${amount}.`,
      ],
      message: t`We gave you ${name} until ${day}. After that you’re back on ${next}. Your payment on ${day} is ${amount}, as before.`,
      action: t`Give ${name} until ${day}`,
    },
    needs_person: {
      happens: [
        t`${name} costs more than ${person.name} agreed to pay.`,
        t`They can change to it on their subscription page, and confirm the amount there.`,
      ],
      message: null,
      action: t`Change plan`,
    },
  };
  const shown = found ? sentences[found.kind] : null;
  return (
    <ActSheet
      title={t`Change the plan of ${person.name}`}
      person={person}
      happens={
        shown
          ? found?.kind === "needs_person"
            ? shown.happens
            : [...shown.happens, t`Nothing is charged now.`]
          : [t`Choose a plan.`]
      }
      message={shown?.message ?? null}
      action={shown?.action ?? t`Change plan`}
      done={t`Plan changed`}
      onAct={(key) =>
        change({
          personId: person.id,
          key,
          subscriptionId: plan.id,
          version: plan.version,
          planId: chosen,
          nextAmount: found?.nextAmount ?? 0,
        })
      }
      onClose={onClose}
    >
      <fieldset className="stack gap-2">
        <legend className="lab">{t`New plan`}</legend>
        {changes.map((one) => (
          <label className="opt act-opt" key={one.planId}>
            <input
              className="radio"
              type="radio"
              name={id}
              checked={one.planId === chosen}
              onChange={() => setChosen(one.planId)}
            />
            <span>{planLabel(one)}</span>
          </label>
        ))}
        {error && <p className="hint hint-bad">{t`We couldn’t connect. Try again.`}</p>}
        {data && changes.length === 0 && <p className="hint">{t`No other plan is available.`}</p>}
      </fieldset>
    </ActSheet>
  );
}
