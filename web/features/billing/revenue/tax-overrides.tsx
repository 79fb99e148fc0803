import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { TaxRateForm } from "./tax-rate-form.tsx";
import { countryName } from "../checkout/places.ts";

const TaxOverridesQuery = graphql(`
  query TaxOverrides {
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

/** Tax overrides of the studio against the built-in table, and a form that sets one from a day on. */
export function TaxOverrides() {
  const { t } = useLingui();
  const [{ data }, again] = useQuery({ query: TaxOverridesQuery, requestPolicy: "cache-and-network" });
  if (!data) return null;
  const { ownTaxRates: rates, paymentConfig } = data;
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
      <TaxRateForm
        countries={paymentConfig.countries}
        today={paymentConfig.now.slice(0, 10)}
        onSaved={() => again({ requestPolicy: "network-only" })}
      />
    </div>
  );
}
