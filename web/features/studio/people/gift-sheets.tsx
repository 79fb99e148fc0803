import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { readMoney } from "../../../lib/read-money.ts";
import { Select } from "../../../ui/select.tsx";
import { ActSheet } from "./act-sheet.tsx";
import type { ActPerson } from "./act-types.ts";
import { StudioGiveCredit, StudioGivePlan } from "./acts.ts";
import { planLabel } from "./labels.ts";
import { dateOf, endOfDay } from "./until.ts";

const GiftOptionsQuery = graphql(`
  query StudioGiftOptions {
    couponOptions {
      currencyCodes
      plans {
        id
        name
        period
        periodUnit
        renews
      }
    }
  }
`);

type Balance = { currencyCode: string; amount: number };

/** Adds account credit, which pays for later invoices. */
export function CreditSheet({
  person,
  credit,
  usual,
  onClose,
}: {
  person: ActPerson;
  credit: readonly Balance[];
  /** Currency of their plan; null without one. */
  usual: string | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [, give] = useMutation(StudioGiveCredit);
  const [{ data }] = useQuery({ query: GiftOptionsQuery });
  const [currencyCode, setCurrency] = useState(usual ?? credit[0]?.currencyCode ?? "USD");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const amount = readMoney(typed, currencyCode);
  const balance = credit.find((one) => one.currencyCode === currencyCode)?.amount ?? 0;
  const text = amount === null ? t`the amount` : formatMoney(amount, currencyCode);
  const after = formatMoney(balance + (amount ?? 0), currencyCode);
  return (
    <ActSheet
      title={t`Credit for ${person.name}`}
      person={person}
      happens={[
        t`Account credit is ${after} afterwards.`,
        t`It pays for the next invoice before the card does.`,
      ]}
      message={
        amount === null ? null : t`We added ${text} to your account credit. It pays for your next invoice.`
      }
      action={t`Give ${text} credit`}
      done={t`Credit given`}
      onAct={(key) =>
        give({ personId: person.id, key, amount: amount ?? 0, currencyCode, balance, reason: reason.trim() })
      }
      onClose={onClose}
    >
      <Select
        label={t`Currency`}
        value={currencyCode}
        onChoose={setCurrency}
        options={[...new Set([currencyCode, ...(data?.couponOptions.currencyCodes ?? [])])].map((code) => ({
          value: code,
          label: code,
        }))}
      />
      <label className="field">
        <span className="lab">{t`Amount in ${currencyCode}`}</span>
        <input
          className="in tn"
          inputMode="decimal"
          required
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <label className="field">
        <span className="lab">{t`Reason, for the audit log`}</span>
        <input
          className="in"
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </label>
    </ActSheet>
  );
}

const dayMs = 86_400_000;

/** Gives a plan without payment until a day. */
export function PlanSheet({ person, onClose }: { person: ActPerson; onClose: () => void }) {
  const { t } = useLingui();
  const [, give] = useMutation(StudioGivePlan);
  const [{ data }] = useQuery({ query: GiftOptionsQuery });
  // A pass is sold, not given: a plan is, until a day.
  const plans = (data?.couponOptions.plans ?? []).filter(({ renews }) => renews);
  const [chosen, setChosen] = useState("");
  const [opened] = useState(() => Date.now());
  const [until, setUntil] = useState(() => dateOf(opened + 30 * dayMs));
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0];
  const end = endOfDay(until);
  const isComplete = plan !== undefined && end !== null && end.getTime() > opened;
  const [name, day] = [plan?.name ?? "", end ? formatMonthDayYear(end) : ""];
  return (
    <ActSheet
      title={t`Give ${person.name} a plan`}
      person={person}
      happens={
        isComplete
          ? [
              t`${name} opens now and ends automatically on ${day}.`,
              t`Nothing is charged, and nothing renews.`,
            ]
          : [t`Choose a plan and a day.`]
      }
      message={isComplete ? t`We gave you ${name} until ${day}. You don’t pay for it.` : null}
      action={isComplete ? t`Give ${name} until ${day}` : t`Give a plan`}
      done={t`Plan given`}
      onAct={(key) =>
        give({
          personId: person.id,
          key,
          planId: plan?.id ?? "",
          until: end?.toISOString() ?? "",
        })
      }
      onClose={onClose}
    >
      <Select
        label={t`Plan`}
        value={plan?.id ?? ""}
        onChoose={setChosen}
        options={plans.map((one) => ({ value: one.id as string, label: planLabel(one) }))}
      />
      <label className="field">
        <span className="lab">{t`Until`}</span>
        <input
          className="in"
          type="date"
          required
          min={dateOf(opened + dayMs)}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </label>
    </ActSheet>
  );
}
