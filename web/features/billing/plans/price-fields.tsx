import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FieldProps } from "../../../lib/forms/use-server-form.ts";
import { minorDigits } from "../../../lib/money.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { minorOf } from "../coupons/typed.ts";

/** Amounts as typed, by currency, in minor units; without those that were left empty. */
export const pricesOf = (codes: readonly string[], typed: Readonly<Record<string, string>>) =>
  codes.flatMap((currencyCode) => {
    const amount = minorOf(typed[currencyCode] ?? "", minorDigits(currencyCode));
    return amount === null ? [] : [{ currencyCode, amount }];
  });

type PriceFieldsProps = {
  codes: readonly string[];
  /** Registers the field of a currency. */
  field: (code: string, rules: { validate: (text: string) => string | boolean }) => FieldProps;
  /** What is said of an amount that isn't one. */
  wrong: string;
  /** The error of all prices together. */
  fault: string | undefined;
  /** Hints. */
  children: ReactNode;
};

/** A field for the first price in each currency, which may be left empty. */
export function PriceFields({ codes, field, wrong, fault, children }: PriceFieldsProps) {
  const { t } = useLingui();
  return (
    <fieldset className="stack gap-2">
      <legend className="lab">{t`Prices`}</legend>
      <div className="plan-amounts">
        {codes.map((code) => (
          <LineField
            key={code}
            label={code}
            inputMode="decimal"
            most={10}
            {...field(code, {
              validate: (text) => !text.trim() || (minorOf(text, minorDigits(code)) ?? 0) > 0 || wrong,
            })}
          />
        ))}
      </div>
      {children}
      <p className="hint hint-bad">{fault}</p>
    </fieldset>
  );
}
