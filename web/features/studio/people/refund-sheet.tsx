import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMoney } from "../../../lib/money.ts";
import { readMoney } from "../../../lib/read-money.ts";
import { RefundLimitNote, refundRoom } from "../public/refund-limit.tsx";
import { ActSheet } from "./act-sheet.tsx";
import type { ActPerson, Refundable } from "./act-types.ts";
import { StudioRefund } from "./acts.ts";

type Part = "whole" | "unused" | "other";

/** Refunds an invoice: all of it, the unused days, or another amount; and ends the plan in the same step. */
export function RefundSheet({
  person,
  of,
  onClose,
}: {
  person: ActPerson;
  of: Refundable;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const id = useId();
  const [, refund] = useMutation(StudioRefund);
  const { most, isLimited } = refundRoom(of.refundable, of.refundLimit, of.invoice.amountRefunded);
  const [part, setPart] = useState<Part>(isLimited ? "other" : "whole");
  const [typed, setTyped] = useState("");
  const [isEnd, setEnd] = useState(of.planVersion !== null);
  const [reason, setReason] = useState("asked");
  const { currencyCode, number, planName } = of.invoice;
  const money = (amount: number): string => formatMoney(amount, currencyCode);
  const other = readMoney(typed, currencyCode);
  const chosen = { whole: of.refundable, unused: of.unused?.amount ?? null, other }[part];
  const amount = chosen !== null && chosen <= most ? chosen : null;
  const reasons: Record<string, string> = {
    asked: t`Asked by the member`,
    mistake: t`Charged by mistake`,
    broken: t`Something didn’t work`,
    other: t`Other`,
  };
  const text = amount === null ? t`the amount` : money(amount);
  const parts: { part: Part; label: string; amount: number | null; hint?: string }[] = [
    { part: "whole", label: t`Everything`, amount: of.refundable },
    ...(of.unused && of.unused.amount < of.refundable
      ? [
          {
            part: "unused" as const,
            label: t`Unused days`,
            amount: of.unused.amount,
            hint: t`${of.unused.days} days left`,
          },
        ]
      : []),
    { part: "other", label: t`Another amount`, amount: null },
  ];
  return (
    <ActSheet
      title={t`Refund ${person.name}`}
      person={person}
      happens={[
        t`${text} goes back to the original payment method within 10 days.`,
        t`A credit note corrects invoice ${number}.`,
        ...(amount !== null && amount > of.refundableFreely
          ? [t`${money(amount - of.refundableFreely)} of account credit for the same time is removed.`]
          : []),
        of.takesAway !== null
          ? amount === of.refundable
            ? t`${of.takesAway} is taken away, since nothing of its price is left.`
            : t`${person.name} keeps ${of.takesAway}.`
          : isEnd
            ? t`${planName} ends now.`
            : t`The plan doesn’t change.`,
      ]}
      message={
        amount === null
          ? null
          : isEnd
            ? t`We’ve refunded ${text}. Your ${planName} plan has ended. Your credit note is attached.`
            : t`We’ve refunded ${text}. Your credit note is attached.`
      }
      action={isEnd ? t`Refund ${text} and end plan` : t`Refund ${text}`}
      done={t`Refund on its way`}
      onAct={(key) =>
        refund({
          personId: person.id,
          key,
          invoiceId: of.invoice.id,
          amount: amount ?? 0,
          refundable: of.refundable,
          reason: reasons[reason]!,
          endVersion: isEnd ? of.planVersion : null,
        })
      }
      onClose={onClose}
    >
      <fieldset className="stack gap-2">
        <legend className="lab">{t`How much`}</legend>
        {isLimited && <RefundLimitNote most={most} currencyCode={currencyCode} />}
        {parts.map((one) => (
          <label className="opt act-opt" key={one.part}>
            <input
              className="radio"
              type="radio"
              name={`${id}-part`}
              checked={part === one.part}
              disabled={one.amount !== null && one.amount > most}
              onChange={() => setPart(one.part)}
            />
            <span>
              {one.label}
              {one.hint && <span className="hint"> {one.hint}</span>}
            </span>
            {one.amount !== null && <span className="tn strong">{money(one.amount)}</span>}
          </label>
        ))}
        {part === "other" && (
          <label className="field">
            <span className="lab">{t`Amount in ${currencyCode}`}</span>
            <input
              className="in tn"
              inputMode="decimal"
              value={typed}
              required
              aria-invalid={other !== null && other > most ? true : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <span className="hint">{t`At most ${money(most)}`}</span>
          </label>
        )}
      </fieldset>
      {of.planVersion !== null && (
        <label className="opt act-opt">
          <input
            className="check"
            type="checkbox"
            checked={isEnd}
            onChange={(event) => setEnd(event.currentTarget.checked)}
          />
          <span>{t`End the plan now`}</span>
        </label>
      )}
      <label className="field">
        <span className="lab">{t`Reason`}</span>
        <select className="in" value={reason} onChange={(event) => setReason(event.currentTarget.value)}>
          {Object.entries(reasons).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </ActSheet>
  );
}
