import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { SessionError } from "../../../graphql/session-error.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { countryName } from "../checkout/places.ts";

const SetTaxRate = graphql(`
  mutation SetTaxRate($countryCode: String!, $region: String, $from: String!, $parts: [OwnTaxPartInput!]!) {
    taxRateSet(countryCode: $countryCode, region: $region, from: $from, parts: $parts) {
      countryCode
      from
    }
  }
`);

type TaxRate = {
  countryCode: string;
  region: string;
  from: string;
  parts: { name: string; percent: string }[];
};
const nothing = { name: "", percent: "" };
/** No region has needed more than two taxes, as in Quebec. */
const taxes = [0, 1] as const;

/** Form that overrides the tax of a country or region from a day on. */
export function TaxRateForm({
  countries,
  today,
  onSaved,
}: {
  countries: readonly string[];
  /** Billing's current day: 2026-11-20. */
  today: string;
  onSaved: () => void;
}) {
  const { t } = useLingui();
  const [, setRate] = useMutation(SetTaxRate);
  const { confirmed, sheet } = useConfirmation();
  const { form, submit, busy, field, formFault } = useServerForm<TaxRate>({
    defaultValues: { countryCode: "US", region: "", from: today, parts: [nothing, nothing] },
    send: async ({ countryCode, region, from, parts }) => {
      const named = parts
        .filter(({ name, percent }) => name.trim() || percent.trim())
        .map(({ name, percent }) => ({ name, percent: Number(percent.replace(",", ".")) }));
      await confirmed(async () => {
        const { error } = await setRate({
          countryCode,
          region: region.trim() || null,
          from,
          parts: named,
        });
        if (error) throw error;
      });
      form.setValue("parts", [nothing, nothing]);
      showToast(t`Saved. Applies to invoices from that day.`);
      onSaved();
    },
    faultOf: (error) => {
      if (error instanceof SessionError && error.code === "CANCELED") return "canceled";
      if (!isCombinedError(error)) return null;
      return {
        field: faultFieldOf(error),
        text:
          codeOf(error) === "BAD_INPUT"
            ? t`Check the state code, the date (today or later), and the percentage.`
            : t`Couldn’t save. Nothing changed.`,
      };
    },
  });
  const validatePart = (at: number): true | string => {
    const { name, percent } = form.getValues(`parts.${at}`);
    const isValid = name.trim() ? Number(percent.replace(",", ".")) > 0 : !percent.trim();
    return isValid || t`Each tax has a name and a percentage. Leave both empty for none.`;
  };
  return (
    <>
      <form
        className="stack gap-3"
        aria-label={t`Add tax rate`}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <div className="pay-two">
          <ChoiceField
            label={t`Country`}
            options={countries.map((code) => ({ value: code, label: countryName(code) }))}
            {...field("countryCode")}
          />
          <LineField label={t`State or province, such as WA`} most={60} {...field("region")} />
          <LineField label={t`From`} type="date" earliest={today} {...field("from")} />
        </div>
        {taxes.map((at) => (
          <div className="pay-two" key={at}>
            <LineField
              label={at === 0 ? t`Tax name` : t`Second tax (optional)`}
              most={60}
              {...field(`parts.${at}.name`)}
            />
            <LineField
              label={t`Percent`}
              inputMode="decimal"
              most={60}
              {...field(`parts.${at}.percent`, { validate: () => validatePart(at) })}
            />
          </div>
        ))}
        <p className="hint hint-bad" role="alert">
          {formFault}
        </p>
        <div>
          <Button type="submit" busy={busy}>
            {t`Save`}
          </Button>
        </div>
      </form>
      {sheet}
    </>
  );
}
