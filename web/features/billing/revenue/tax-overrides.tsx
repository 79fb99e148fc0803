import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { countryName } from "../checkout/places.ts";

const OwnTaxesQuery = graphql(`
  query OwnTaxes {
    ownTaxRates {
      countryCode
      region
      regionName
      from
      parts {
        name
        percent
      }
    }
    paymentConfig {
      now
      countries
    }
  }
`);
const SetTaxRate = graphql(`
  mutation SetTaxRate($countryCode: String!, $region: String, $from: String!, $parts: [OwnTaxPartInput!]!) {
    taxRateSet(countryCode: $countryCode, region: $region, from: $from, parts: $parts) {
      countryCode
      from
    }
  }
`);

type Typed = { name: string; percent: string };
const nothing: Typed = { name: "", percent: "" };

/** Tax overrides of the studio against the built-in table, and a form that sets one from a day on. */
export function OwnTaxes() {
  const { t } = useLingui();
  const [{ data }, again] = useQuery({ query: OwnTaxesQuery, requestPolicy: "cache-and-network" });
  const [{ fetching: busy }, setRate] = useMutation(SetTaxRate);
  const { confirmedCall, sheet } = useConfirmation();
  const [countryCode, setCountryCode] = useState("US");
  const [region, setRegion] = useState("");
  const [from, setFrom] = useState<string | null>(null);
  // No region has needed more than two taxes, as in Quebec.
  const [parts, setParts] = useState<readonly Typed[]>([nothing, nothing]);
  const [fault, setFault] = useState<string | null>(null);
  if (!data) return null;
  const { ownTaxRates: rates, paymentConfig } = data;
  const day = from ?? paymentConfig.now.slice(0, 10);
  const save = async (): Promise<void> => {
    setFault(null);
    const taxes = parts
      .filter(({ name, percent }) => name.trim() || percent.trim())
      .map(({ name, percent }) => ({ name, percent: Number(percent.replace(",", ".")) }));
    if (taxes.some(({ name, percent }) => !name.trim() || !(percent > 0)))
      return setFault(t`Each tax has a name and a percentage. Leave both empty for none.`);
    const result = await confirmedCall(() =>
      setRate({ countryCode, region: region.trim() || null, from: day, parts: taxes }),
    );
    if (!result) return;
    if (result.error)
      return setFault(
        codeOf(result.error) === "BAD_INPUT"
          ? t`Check the state code, the date (today or later), and the percentage.`
          : t`Couldn’t save. Nothing changed.`,
      );
    setParts([nothing, nothing]);
    showToast(t`Saved. Applies to invoices from that day.`);
    again({ requestPolicy: "network-only" });
  };
  return (
    <div className="stack">
      <FiguresTable
        id="own-taxes"
        title={t`Your tax rates`}
        note={t`These override the built-in rates from their start date. Verify the built-in rates yourself.`}
        empty={t`None. Built-in rates apply.`}
        columns={[{ label: t`Place` }, { label: t`From` }, { label: t`Taxes` }]}
        rows={rates.map((rate) => ({
          key: `${rate.countryCode} ${rate.region} ${rate.from}`,
          cells: [
            rate.regionName
              ? `${rate.regionName}, ${countryName(rate.countryCode)}`
              : countryName(rate.countryCode),
            rate.from,
            rate.parts.map(({ name, percent }) => `${name} ${percent}%`).join(", ") || t`None`,
          ],
        }))}
      />
      <form
        className="stack gap-3"
        aria-label={t`Add tax rate`}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="pay-two">
          <Select
            label={t`Country`}
            value={countryCode}
            options={paymentConfig.countries.map((code) => ({ value: code, label: countryName(code) }))}
            onChoose={setCountryCode}
          />
          <LineField label={t`State or province, such as WA`} value={region} onType={setRegion} />
          <LineField
            label={t`From`}
            type="date"
            value={day}
            min={paymentConfig.now.slice(0, 10)}
            onType={setFrom}
          />
        </div>
        {parts.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two places that stay where they are
          <div className="pay-two" key={at}>
            <LineField
              label={at === 0 ? t`Tax name` : t`Second tax (optional)`}
              value={part.name}
              onType={(name) => setParts(parts.with(at, { ...part, name }))}
            />
            <LineField
              label={t`Percent`}
              value={part.percent}
              inputMode="decimal"
              onType={(percent) => setParts(parts.with(at, { ...part, percent }))}
            />
          </div>
        ))}
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
        <div>
          <Button busy={busy} onClick={() => void save()}>
            {t`Save`}
          </Button>
        </div>
      </form>
      {sheet}
    </div>
  );
}
