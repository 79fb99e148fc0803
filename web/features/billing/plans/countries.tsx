import { useLingui } from "@lingui/react/macro";
import { formatList } from "../../../../contract/formats/names.ts";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import { countryName } from "../checkout/places.ts";
import type { Grid } from "./fragments.ts";

/** Which countries pay in which currency. */
export function Countries({ grid, onMove }: { grid: Grid; onMove: () => void }) {
  const { t } = useLingui();
  return (
    <section className="stack gap-2" aria-labelledby="countries">
      <h2 className="t3 strong" id="countries">{t`Countries by currency`}</h2>
      <dl className="price-countries">
        {grid.currencies.map(({ currencyCode, countryCodes }) => (
          <div key={currencyCode}>
            <dt className="strong">{currencyCode}</dt>
            <dd className="muted pretty">
              {countryCodes.length > 0
                ? formatList(
                    countryCodes
                      .map(countryName)
                      .toSorted((one, other) => one.localeCompare(other, here().locale)),
                    here(),
                  )
                : t`No country of its own`}
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <Button onClick={onMove}>{t`Move a country`}</Button>
      </div>
    </section>
  );
}
