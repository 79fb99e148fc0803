import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { minorDigits } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCouponFault } from "./coupon-error.ts";
import { CouponOptionsFragment } from "./fragments.ts";
import { CouponLimitFields, limitsOf, noLimits, type TypedLimits } from "./limit-fields.tsx";
import { minorOf } from "./typed.ts";
import { howOften } from "../checkout/intervals.ts";
import { LineField } from "../../../ui/line-field.tsx";

const CreateCoupon = graphql(`
  mutation CouponCreate($input: CouponInput!) {
    couponCreate(input: $input) {
      id
    }
  }
`);

type Typed = {
  code: string;
  kind: "percentage" | "fixed_amount";
  percent: string;
  amounts: Readonly<Record<string, string>>;
  duration: "one_time" | "limited_period" | "forever";
  months: string;
  planIds: readonly string[];
  limits: TypedLimits;
};
const nothing: Typed = {
  code: "",
  kind: "percentage",
  percent: "",
  amounts: {},
  duration: "one_time",
  months: "",
  planIds: [],
  limits: noLimits,
};

type CouponFormProps = {
  options: FragmentOf<typeof CouponOptionsFragment>;
  /** Billing's current time. */
  now: string;
  /** A coupon was created, or one exists that isn't in the list yet. */
  onSaved: () => void;
};

/** Form for a new coupon. */
export function CouponForm({ options, now, onSaved }: CouponFormProps) {
  const { t } = useLingui();
  const { currencyCodes, plans } = readFragment(CouponOptionsFragment, options);
  const [typed, setTyped] = useState(nothing);
  const type = (change: Partial<Typed>): void => setTyped({ ...typed, ...change });
  const [{ fetching: isBusy }, create] = useMutation(CreateCoupon);
  const { fault, refuse, say, clear } = useCouponFault();
  const isWrong = (currencyCode: string): boolean => {
    const text = typed.amounts[currencyCode]?.trim();
    if (text) return !minorOf(text, minorDigits(currencyCode));
    return !Object.values(typed.amounts).some((other) => other.trim());
  };
  const save = async (): Promise<void> => {
    if (isBusy) return;
    clear();
    const { kind, duration } = typed;
    const basisPoints = kind === "percentage" ? minorOf(typed.percent, 2) : null;
    if (kind === "percentage" && basisPoints === null) return refuse("basisPoints");
    const amounts: { currencyCode: string; amount: number }[] = [];
    for (const currencyCode of kind === "fixed_amount" ? currencyCodes : []) {
      const text = typed.amounts[currencyCode]?.trim();
      if (!text) continue;
      const amount = minorOf(text, minorDigits(currencyCode));
      if (amount === null) return refuse("amounts");
      amounts.push({ currencyCode, amount });
    }
    const months = duration === "limited_period" ? minorOf(typed.months, 0) : null;
    if (duration === "limited_period" && months === null) return refuse("months");
    const limits = limitsOf(typed.limits);
    if (!limits) return refuse("maxRedemptions");
    const { data, error } = await create({
      input: {
        code: typed.code,
        discountType: kind,
        basisPoints,
        amounts,
        duration,
        months,
        planIds: typed.planIds.length > 0 ? [...typed.planIds] : null,
        ...limits,
      },
    });
    if (error) {
      say(error);
      // An earlier request with a lost response may have created it.
      if (hasCode(error, "COUPON_EXISTS")) onSaved();
      return;
    }
    setTyped(nothing);
    showToast(t`${data?.couponCreate.id ?? ""} is live.`);
    onSaved();
  };
  return (
    <form
      className="coupon-form"
      aria-label={t`New promo code`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LineField
        label={t`Code`}
        value={typed.code}
        most={40}
        isRequired
        hint={t`Letters, numbers, and hyphens. Not case-sensitive.`}
        isFaulty={fault?.field === "code"}
        onType={(code) => type({ code })}
      />
      <div className="field">
        <span className="lab">{t`Discount`}</span>
        <div>
          <Segments
            label={t`Discount`}
            value={typed.kind}
            options={[
              { value: "percentage", label: t`Percentage` },
              { value: "fixed_amount", label: t`Fixed amount` },
            ]}
            onChoose={(kind) => type({ kind })}
          />
        </div>
      </div>
      {typed.kind === "percentage" ? (
        <div className="coupon-short">
          <LineField
            label={t`Percent`}
            value={typed.percent}
            inputMode="decimal"
            most={6}
            isRequired
            isFaulty={fault?.field === "basisPoints"}
            onType={(percent) => type({ percent })}
          />
        </div>
      ) : (
        <fieldset className="stack gap-2">
          <legend className="sr-only">{t`Amounts`}</legend>
          <div className="coupon-amounts">
            {currencyCodes.map((currencyCode) => (
              <LineField
                key={currencyCode}
                label={currencyCode}
                value={typed.amounts[currencyCode] ?? ""}
                inputMode="decimal"
                most={10}
                isFaulty={fault?.field === "amounts" && isWrong(currencyCode)}
                onType={(text) => type({ amounts: { ...typed.amounts, [currencyCode]: text } })}
              />
            ))}
          </div>
          <p className="hint">{t`Leave a currency empty to exclude it.`}</p>
        </fieldset>
      )}
      <div className="pay-two">
        <Select
          label={t`Duration`}
          value={typed.duration}
          options={[
            { value: "one_time", label: t`Once` },
            { value: "limited_period", label: t`Limited time` },
            { value: "forever", label: t`Forever` },
          ]}
          onChoose={(duration) => type({ duration })}
        />
        {typed.duration === "limited_period" && (
          <LineField
            label={t`Months`}
            value={typed.months}
            inputMode="numeric"
            most={3}
            isRequired
            isFaulty={fault?.field === "months"}
            onType={(months) => type({ months })}
          />
        )}
      </div>
      <fieldset className="stack gap-2">
        <legend className="lab">{t`Plans`}</legend>
        <div className="opts2">
          {plans
            .filter(({ isOffered }) => isOffered)
            .map(({ id, name, period, periodUnit }) => (
              <label className="opt" key={id}>
                <input
                  className="check"
                  type="checkbox"
                  checked={typed.planIds.includes(id)}
                  onChange={({ target: { checked: isChosen } }) =>
                    type({
                      planIds: isChosen
                        ? [...typed.planIds, id]
                        : typed.planIds.filter((other) => other !== id),
                    })
                  }
                />
                {name}, {howOften(period, periodUnit)}
              </label>
            ))}
        </div>
        <p className="hint">{t`Leave empty for all plans.`}</p>
      </fieldset>
      <CouponLimitFields typed={typed.limits} onType={(limits) => type({ limits })} fault={fault} now={now} />
      <p className="hint hint-bad" role="alert">
        {fault?.text}
      </p>
      <div className="stack gap-2">
        <div>
          <Button type="submit" busy={isBusy}>{t`Create promo code`}</Button>
        </div>
        <p className="hint">{t`You can’t change the discount, duration, or plans later.`}</p>
      </div>
    </form>
  );
}
