import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { ActSheet } from "./act-sheet.tsx";
import type { ActPerson, ActPlan, Receipt } from "./act-types.ts";
import { StudioRedeemCode, StudioSendReceipt } from "./acts.ts";

/** Redeems a promo code for a running plan. */
export function CodeSheet({
  person,
  plan,
  onClose,
}: {
  person: ActPerson;
  plan: ActPlan;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [, redeem] = useMutation(StudioRedeemCode);
  const [typed, setTyped] = useState("");
  const code = typed.trim().toUpperCase();
  const { name } = plan;
  const next = plan.nextBillingAt ? formatMonthDayYear(new Date(plan.nextBillingAt)) : null;
  return (
    <ActSheet
      title={t`Promo code for ${person.name}`}
      person={person}
      happens={
        next
          ? [t`The code lowers the charge on ${next}.`, t`Nothing is charged or refunded now.`]
          : [t`Nothing is charged or refunded now.`]
      }
      message={code ? t`We applied the promo code ${code} to ${name}. It lowers your next invoice.` : null}
      action={t`Apply code`}
      done={t`Code applied`}
      onAct={(key) =>
        redeem({ personId: person.id, key, subscriptionId: plan.id, version: plan.version, code })
      }
      onClose={onClose}
    >
      <label className="field">
        <span className="lab">{t`Promo code`}</span>
        <input
          className="in"
          required
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
    </ActSheet>
  );
}

/** Emails the receipt of a paid invoice again. */
export function ReceiptSheet({
  person,
  of,
  onClose,
}: {
  person: ActPerson;
  of: Receipt;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [, send] = useMutation(StudioSendReceipt);
  const { number, planName } = of;
  return (
    <ActSheet
      title={t`Send receipt ${number}`}
      person={person}
      happens={[
        t`The receipt for ${planName} is emailed again, with its PDF.`,
        t`The invoice doesn’t change.`,
      ]}
      message={t`The receipt of ${number}, as after the payment.`}
      action={t`Send receipt`}
      done={t`Receipt sent`}
      onAct={(key) => send({ personId: person.id, key, invoiceId: of.id })}
      onClose={onClose}
    />
  );
}
