import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { readMoney } from "../../../lib/read-money.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { Select } from "../../../ui/select.tsx";
import type { GiftOfferFragment } from "./fragments.ts";

type Offer = ResultOf<typeof GiftOfferFragment>;
/** What is given, as chosen: an amount, or months of a plan. */
export type GiftChoice = {
  kind: "amount" | "months";
  /** An offered amount in minor units; anything else shows the field. */
  amount: number | "other";
  typed: string;
  planId: string;
  months: number;
};

/** What is chosen before a press. */
export const firstChoice = ({ amounts, least, months }: Offer): GiftChoice => ({
  kind: "amount",
  amount: amounts[1] ?? least,
  typed: "",
  planId: months.at(-1)?.planId ?? "",
  months: 3,
});

/** The gift of a choice, at its price in minor units; 0 while the amount is incomplete. */
export function giftOf(offer: Offer, choice: GiftChoice) {
  const { currencyCode } = offer;
  const offered =
    choice.kind === "months"
      ? offer.months.find(({ planId, months }) => planId === choice.planId && months === choice.months)
      : undefined;
  if (offered) return { ...offered, currencyCode, isInRange: true };
  const amount = isListed(offer, choice)
    ? Number(choice.amount)
    : (readMoney(choice.typed, currencyCode) ?? 0);
  return {
    amount,
    currencyCode,
    planId: null,
    planName: null,
    months: null,
    isInRange: amount >= offer.least && amount <= offer.most,
  };
}

/** Another country's prices may not have the chosen amount. */
const isListed = ({ amounts }: Offer, { amount }: GiftChoice): boolean =>
  amount !== "other" && amounts.includes(amount);

/** Chooses an amount, or a plan and its months. */
export function ValueFields({
  offer,
  choice,
  fault,
  onChange,
}: {
  offer: Offer;
  choice: GiftChoice;
  fault: string | undefined;
  onChange: (choice: GiftChoice) => void;
}) {
  const { t } = useLingui();
  const { currencyCode, amounts } = offer;
  const plans = [...new Map(offer.months.map(({ planId, planName }) => [planId, planName]))];
  const [least, most] = [formatMoney(offer.least, currencyCode), formatMoney(offer.most, currencyCode)];
  const isOther = !isListed(offer, choice);
  return (
    <section className="stack gap-4" aria-labelledby="gift-what">
      <h2 className="t4" id="gift-what">{t`What you give`}</h2>
      {plans.length > 0 && (
        <Segments
          label={t`What you give`}
          value={choice.kind}
          onChoose={(kind) => onChange({ ...choice, kind })}
          options={[
            { value: "amount", label: t`An amount` },
            { value: "months", label: t`Months of a plan` },
          ]}
        />
      )}
      {choice.kind === "amount" ? (
        <>
          <Segments
            label={t`Amount`}
            value={isOther ? "other" : String(choice.amount)}
            onChoose={(value) => onChange({ ...choice, amount: value === "other" ? value : Number(value) })}
            options={[
              ...amounts.map((one) => ({
                value: String(one),
                label: formatMoney(one, currencyCode, { short: true }),
              })),
              { value: "other", label: t`Other` },
            ]}
          />
          {isOther && (
            <LineField
              label={t`Amount in ${currencyCode}`}
              inputMode="decimal"
              most={12}
              value={choice.typed}
              hint={t`From ${least} to ${most}.`}
              fault={fault}
              onChange={(event) => onChange({ ...choice, typed: event.currentTarget.value })}
            />
          )}
        </>
      ) : (
        <div className="pay-two">
          <Select
            label={t`Plan`}
            value={choice.planId}
            onChoose={(planId) => onChange({ ...choice, planId })}
            options={plans.map(([id, name]) => ({ value: id, label: name }))}
          />
          <Select
            label={t`Months`}
            value={String(choice.months)}
            onChoose={(months) => onChange({ ...choice, months: Number(months) })}
            options={offer.months
              .filter(({ planId }) => planId === choice.planId)
              .map(({ months }) => ({
                value: String(months),
                label: plural(months, { one: "# month", other: "# months" }),
              }))}
          />
        </div>
      )}
    </section>
  );
}
