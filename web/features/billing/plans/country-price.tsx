import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { countryName } from "../checkout/places.ts";
import type { Grid, GridPlan, GridPrice } from "./fragments.ts";

/** Chooses a country of a currency that is to have a price of its own. */
export function CountryPrice({
  grid,
  plan,
  of: { currencyCode },
  onChoose,
}: {
  grid: Grid;
  plan: GridPlan;
  of: GridPrice;
  onChoose: (countryCode: string) => void;
}) {
  const { t } = useLingui();
  const codes = grid.currencies.find((one) => one.currencyCode === currencyCode)?.countryCodes ?? [];
  const priced = new Set(
    plan.prices.flatMap((price) => (price.currencyCode === currencyCode ? [price.countryCode] : [])),
  );
  const options = codes
    .filter((code) => !priced.has(code))
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, here().locale));
  const [chosen, setChosen] = useState(options[0]?.value ?? "");
  // Of one country, the price of the currency is that country's.
  if (codes.length < 2 || options.length === 0) return null;
  return (
    <section className="stack gap-2" aria-label={t`Price for one country`}>
      <h3 className="lab">{t`Price for one country`}</h3>
      <div className="price-country">
        <Select label={t`Country`} labelHidden value={chosen} options={options} onChoose={setChosen} />
        <Button onClick={() => onChoose(chosen)}>{t`Set its price`}</Button>
      </div>
    </section>
  );
}
