import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { useSearch } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";

import { QueryError } from "../../../layouts/query-error.tsx";
import { codeOf } from "../../../graphql/codes.ts";
import type { CurrentFragment } from "./current-fragment.ts";
import type { ShownAmount } from "./use-subscription-commands.ts";
import { perPeriod, termText } from "../checkout/intervals.ts";
import { firstChoice, type ChoosablePlan } from "../checkout/plan-choice.ts";
import { ClassCountsFragment, usePlanContents } from "../checkout/plan-contents.ts";
import { PlanPicker } from "../checkout/plan-picker.tsx";
import { refusalOf } from "../checkout/refusals.ts";
import { Step } from "./step.tsx";

const PlanChoiceQuery = graphql(
  `
    query PlanChoice($countryCode: String) {
      plans(countryCode: $countryCode) {
        id
        accessType
        name
        period
        periodUnit
        priceInCents
        currencyCode
        monthlyCostInCents
        monthlySavingsInPercent
        annualSavingsInCents
        isBestValue
        isSubscribed
        seats
      }
      me {
        id
        familySize
      }
      ...ClassCounts
    }
  `,
  [ClassCountsFragment],
);
const PreviewQuery = graphql(`
  query SubscriptionChangePreview($id: ID!, $planId: ID!) {
    subscriptionChangePreview(id: $id, planId: $planId) {
      isImmediate
      effectiveAt
      nextBillingAt
      prorationTime
      invoiceEstimate {
        amountDue
        creditsApplied
        waived
        total
        subTotal
        taxTotal
        taxName
        dueAt
        lines {
          kind
          description
          amount
        }
      }
    }
  }
`);

type Plan = ResultOf<typeof PlanChoiceQuery>["plans"][number];

/** Changes the plan, with the proration and its date shown before anything changes. */
export function PlanStep({
  subscription,
  creditText,
  busy,
  fault,
  onChange,
  onLeave,
}: {
  subscription: ResultOf<typeof CurrentFragment>;
  /** How credit counts; null without any. */
  creditText: string | null;
  busy: boolean;
  fault: string | null;
  /** `done`: a sentence to show after success. */
  onChange: (planId: string, shown: ShownAmount, done: string) => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const search = useSearch();
  const query = useQuery({
    query: PlanChoiceQuery,
    variables: { countryCode: subscription.countryCode },
  });
  const [{ data, error }] = query;
  const [planId, setPlanId] = useState<string | null>(null);
  const needed = (["basic", "standard", "premium"] as const).find((type) => type === search["for"]) ?? null;
  const plans = data?.plans ?? [];
  const coming = subscription.nextPlan?.id ?? subscription.plan.id;
  const chosen: Plan | null =
    plans.find(({ id }) => id === planId) ??
    firstChoice<Plan & ChoosablePlan>(plans, {
      requestedId: needed ? null : coming,
      needed,
      interval: null,
    });
  return (
    <Step
      title={t`Change plan`}
      lead={t`Upgrades start now, with credit for unused time. Downgrades start at your next payment.`}
      leaveLabel={t`Keep ${subscription.plan.name}`}
      onLeave={onLeave}
    >
      {creditText && <p className="pretty">{creditText}</p>}
      {data && chosen ? (
        <>
          <Picker data={data} chosen={chosen} onChoose={setPlanId} />
          {chosen.id === coming ? (
            <p className="muted">{t`This is your current plan.`}</p>
          ) : (
            <Preview
              subscriptionId={subscription.id}
              plan={chosen}
              profiles={data.me?.familySize ?? 1}
              busy={busy}
              fault={fault}
              onChange={onChange}
            />
          )}
        </>
      ) : (
        error && (
          <QueryError query={query} title={t`Couldn’t load plans`}>
            {t`We couldn’t connect. Nothing changed.`}
          </QueryError>
        )
      )}
    </Step>
  );
}

function Picker({
  data,
  chosen,
  onChoose,
}: {
  data: ResultOf<typeof PlanChoiceQuery>;
  chosen: Plan;
  onChoose: (planId: string) => void;
}) {
  const contents = usePlanContents(data);
  return (
    <PlanPicker plans={data.plans} chosen={chosen} contents={contents} onChoose={({ id }) => onChoose(id)} />
  );
}

function Preview({
  subscriptionId,
  plan,
  profiles,
  busy,
  fault,
  onChange,
}: {
  subscriptionId: string;
  plan: Plan;
  /** Profiles of the account, with the owner's. */
  profiles: number;
  busy: boolean;
  fault: string | null;
  onChange: (planId: string, shown: ShownAmount, done: string) => void;
}) {
  const { t } = useLingui();
  const [{ data, error, fetching }, again] = useQuery({
    query: PreviewQuery,
    variables: { id: subscriptionId, planId: plan.id },
    requestPolicy: "cache-and-network",
  });
  // A refused change may cost something else by now: show that before the next press.
  useEffect(() => {
    if (fault) again({ requestPolicy: "network-only" });
  }, [fault, again]);
  if (error)
    return (
      <p className="hint hint-bad" role="alert">
        {refusalOf(codeOf(error)).text}
      </p>
    );
  if (!data) return <p className="muted" role="status">{t`Calculating…`}</p>;
  const {
    isImmediate,
    effectiveAt,
    nextBillingAt,
    prorationTime,
    invoiceEstimate: estimate,
  } = data.subscriptionChangePreview;
  const money = (amount: number): string => formatMoney(amount, plan.currencyCode);
  const name = `${plan.name}, ${termText(plan.period, plan.periodUnit)}`;
  const rhythm = perPeriod(plan.period, plan.periodUnit);
  const effective = formatMonthDayYear(new Date(effectiveAt));
  const next = nextBillingAt ? formatMonthDayYear(new Date(nextBillingAt)) : null;
  const price = money(plan.priceInCents);
  const first = money(estimate.total - estimate.creditsApplied - estimate.waived);
  const isPaidNow = isImmediate && estimate.amountDue > 0;
  // The oldest profiles stay, until the owner chooses others.
  const without = profiles - plan.seats;
  const unused = estimate.lines.find(({ kind }) => kind === "unused_time");
  return (
    <div className={fetching ? "stack is-old" : "stack"} aria-live="polite" aria-busy={fetching}>
      {isPaidNow && (
        <dl className="sum t1 tn">
          {estimate.lines
            .filter(({ kind }) => kind === "plan")
            .map((line) => (
              <div key={line.description}>
                <dt className="muted">{line.description}</dt>
                <dd>{money(line.amount)}</dd>
              </div>
            ))}
          {unused && (
            <div>
              <dt className="muted">{t`Unused time on ${unused.description}`}</dt>
              <dd>{`− ${money(-unused.amount)}`}</dd>
            </div>
          )}
          {estimate.creditsApplied > 0 && (
            <div>
              <dt className="muted">{t`Account credit`}</dt>
              <dd>{`− ${money(estimate.creditsApplied)}`}</dd>
            </div>
          )}
          <div className="sum-total">
            <dt className="strong">{t`Due today`}</dt>
            <dd>
              <b className="num">{money(estimate.amountDue)}</b>
            </dd>
          </div>
        </dl>
      )}
      <p className="pretty">
        {isPaidNow
          ? t`${name} starts now. Then ${price} ${rhythm}, next on ${next ?? effective}, until you cancel.`
          : isImmediate
            ? t`${name} starts now. First payment ${first} on ${next ?? effective}, then ${price} ${rhythm} until you cancel.`
            : first === price
              ? t`You switch to ${name} on ${effective} at ${price} ${rhythm}. Nothing changes until then.`
              : t`You switch to ${name} on ${effective}: ${first} that day, then ${price} ${rhythm}. Nothing changes until then.`}
      </p>
      {without > 0 && (
        <p className="pretty">
          {t`${plural(plan.seats, { one: "This plan is for # person.", other: "This plan is for # people." })}`}{" "}
          {t`${plural(without, { one: "# profile goes back to free classes. Nothing is deleted.", other: "# profiles go back to free classes. Nothing is deleted." })}`}
        </p>
      )}
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div>
        <Button
          tone="go"
          size="l"
          busy={busy || fetching}
          onClick={() =>
            onChange(
              plan.id,
              { amountDue: estimate.amountDue, prorationTime },
              isImmediate ? t`${plan.name} is active.` : t`You switch to ${plan.name} on ${effective}.`,
            )
          }
        >
          {isPaidNow
            ? t`Pay ${money(estimate.amountDue)} and switch`
            : isImmediate
              ? t`Switch to ${plan.name}`
              : t`Switch on ${effective}`}
        </Button>
      </div>
    </div>
  );
}
