import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { countryChoices, countryName, elsewhere } from "../checkout/places.ts";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import type { BillingDetailsData } from "./billing-details.tsx";

const SetBillingDetails = graphql(`
  mutation BillingDetailsSet($input: BillingDetailsInput!) {
    billingDetailsSet(input: $input) {
      vatId
    }
  }
`);
// A VAT ID changes what is charged.
defineCacheUpdates({
  billingDetailsSet: invalidating(
    "billingDetails",
    "checkoutEstimate",
    "plans",
    "userSubscriptionHistory",
    "subscriptionChangePreview",
  ),
});

const fields = ["company", "vatId", "name", "line1", "line2", "postalCode", "city", "countryCode"] as const;
type Values = Record<(typeof fields)[number], string>;

/** The form of the billing details. Emptied fields are removed. */
export function DetailsForm({
  data,
  countryCode,
  onDone,
}: {
  data: BillingDetailsData;
  countryCode: string | null;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const [, send] = useMutation(SetBillingDetails);
  const { billingDetails: known, paymentConfig: places } = data;
  const before = Object.fromEntries(fields.map((field) => [field, known?.[field] ?? ""])) as Values;
  const first = [before.countryCode, countryCode, places.countryCode].find((one) => one && one !== elsewhere);
  const form = useServerForm<Values>({
    defaultValues: { ...before, countryCode: first ?? "" },
    send: async (values) => {
      const { countryCode: country, ...texts } = values;
      const isEmpty = Object.values(texts).every((text) => text.trim() === "");
      const input = { ...texts, countryCode: isEmpty ? null : country };
      const { error } = await send({ input });
      if (error) throw error;
      showToast(isEmpty ? t`Billing details removed.` : t`Billing details saved.`);
      onDone();
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      const code = codeOf(error);
      const field = faultFieldOf(error);
      const bad: Record<string, string> = {
        vatId: t`Enter a valid VAT ID of this country, or leave it empty.`,
        company: t`Enter the company that the VAT ID belongs to.`,
        line1: t`Enter the company’s street address.`,
        city: t`Enter the company’s city.`,
      };
      const texts: Record<string, string> = {
        BAD_INPUT: bad[field ?? ""] ?? t`Check this field.`,
        RATE_LIMITED: t`Too many changes. Wait an hour.`,
        PAN_REJECTED: t`Remove the card number.`,
        NETWORK: t`You’re offline. Nothing was saved. Try again.`,
      };
      return { field, text: texts[code] ?? t`Couldn’t save. Try again.` };
    },
  });
  const chosen = form.form.watch("countryCode");
  return (
    <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
      <LineField label={t`Company`} autoComplete="organization" most={150} {...form.field("company")} />
      <LineField
        label={t`VAT ID (optional)`}
        hint={t`Businesses in other EU countries pay without VAT.`}
        most={30}
        {...form.field("vatId")}
      />
      <LineField label={t`Name (optional)`} autoComplete="name" most={100} {...form.field("name")} />
      <LineField label={t`Street address`} autoComplete="address-line1" most={150} {...form.field("line1")} />
      <LineField
        label={t`Suite or floor (optional)`}
        autoComplete="address-line2"
        most={150}
        {...form.field("line2")}
      />
      <LineField label={t`Postal code`} autoComplete="postal-code" most={20} {...form.field("postalCode")} />
      <LineField label={t`City`} autoComplete="address-level2" most={100} {...form.field("city")} />
      <ChoiceField
        label={t`Country`}
        options={countryChoices(places, chosen)
          .filter((code) => code !== elsewhere)
          .map((code) => ({ value: code, label: countryName(code) }))}
        {...form.field("countryCode")}
      />
      <p role="alert" className="hint hint-bad">
        {form.formFault}
      </p>
      <div className="row wrap">
        <Button type="submit" tone="go" busy={form.busy}>
          {t`Save`}
        </Button>
        <Button onClick={onDone}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}
