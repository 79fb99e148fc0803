import { useLingui } from "@lingui/react/macro";
import { minorDigits } from "../../../lib/money.ts";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { Select } from "../../../ui/select.tsx";
import type { CouponDraft } from "./coupon-draft.ts";
import { useCouponFaults } from "./coupon-error.ts";
import { minorOf } from "./typed.ts";

type FieldsProps = { form: ServerForm<CouponDraft> };

/** What a coupon takes off: a percentage, or an amount in each currency. */
export function DiscountFields({ form, currencyCodes }: FieldsProps & { currencyCodes: readonly string[] }) {
  const { t } = useLingui();
  const { messages } = useCouponFaults();
  const kind = form.form.watch("kind");
  const amountsFault = form.faultOfField("amounts");
  /** A currency may stay empty, but not all of them: then the first one is wrong. */
  const validateAmount = (text: string, at: number): true | string => {
    if (text.trim()) return minorOf(text, minorDigits(currencyCodes[at]!)) ? true : messages.amounts;
    const hasOther = Object.values(form.form.getValues("amounts")).some((other) => other.trim());
    return hasOther || at > 0 ? true : messages.amounts;
  };
  return (
    <>
      <div className="field">
        <span className="lab">{t`Discount`}</span>
        <div>
          <Segments
            label={t`Discount`}
            value={kind}
            options={[
              { value: "percentage", label: t`Percentage` },
              { value: "fixed_amount", label: t`Fixed amount` },
            ]}
            onChoose={(chosen) => form.form.setValue("kind", chosen)}
          />
        </div>
      </div>
      {kind === "percentage" ? (
        <div className="coupon-short">
          <LineField
            label={t`Percent`}
            inputMode="decimal"
            most={6}
            {...form.field("basisPoints", {
              validate: (text) => minorOf(text, 2) !== null || messages.basisPoints,
            })}
          />
        </div>
      ) : (
        <fieldset className="stack gap-2">
          <legend className="sr-only">{t`Amounts`}</legend>
          <div className="coupon-amounts">
            {currencyCodes.map((currencyCode, at) => (
              <LineField
                key={currencyCode}
                label={currencyCode}
                inputMode="decimal"
                most={10}
                {...form.field(`amounts.${currencyCode}`, {
                  validate: (text) => validateAmount(text, at),
                })}
              />
            ))}
          </div>
          <p className="hint">{t`Leave a currency empty to exclude it.`}</p>
          <p className="hint hint-bad empty:hidden" role="alert">
            {amountsFault}
          </p>
        </fieldset>
      )}
    </>
  );
}

/** For how long a coupon takes it off. */
export function DurationFields({ form }: FieldsProps) {
  const { t } = useLingui();
  const { messages } = useCouponFaults();
  const duration = form.form.watch("duration");
  return (
    <div className="pay-two">
      <Select
        label={t`Duration`}
        value={duration}
        options={[
          { value: "one_time", label: t`Once` },
          { value: "limited_period", label: t`Limited time` },
          { value: "forever", label: t`Forever` },
        ]}
        onChoose={(chosen) => form.form.setValue("duration", chosen)}
      />
      {duration === "limited_period" && (
        <LineField
          label={t`Months`}
          inputMode="numeric"
          most={3}
          {...form.field("months", {
            validate: (text) => minorOf(text, 0) !== null || messages.months,
          })}
        />
      )}
    </div>
  );
}
