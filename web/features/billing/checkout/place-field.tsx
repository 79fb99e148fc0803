import { useLingui } from "@lingui/react/macro";
import { useId, useState, type ReactNode } from "react";
import { Select } from "../../../ui/select.tsx";
import { countryChoices, countryName, elsewhere, type Places } from "./places.ts";

/**
 * Country of residence, which decides prices and taxes. If the server knows the country, it is shown without
 * a question.
 */
export function PlaceField({
  places,
  countryCode,
  onCountry,
  children,
}: {
  places: Places;
  /** Country of the shown prices. */
  countryCode: string;
  onCountry: (countryCode: string) => void;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const headingId = useId();
  const isSure = places.locatedIn === countryCode;
  const [isChanging, setChanging] = useState(false);
  const country = countryName(countryCode);
  return (
    <section className="stack gap-3" aria-labelledby={headingId}>
      <h2 className="t4" id={headingId}>{t`Billing location`}</h2>
      {isSure && !isChanging ? (
        <p className="row between wrap">
          <span>{t`Prices and taxes for ${country}.`}</span>
          <button type="button" className="link" onClick={() => setChanging(true)}>
            {t`Other country`}
          </button>
        </p>
      ) : (
        <>
          <Select
            label={t`Country`}
            value={countryCode}
            options={countryChoices(places, countryCode).map((code) => ({
              value: code,
              label: code === elsewhere ? t`Other country (US dollars)` : countryName(code),
            }))}
            onChoose={onCountry}
          />
          {places.locatedIn && !isSure && (
            <p className="hint">
              {t`You appear to be in ${countryName(places.locatedIn)}. ${country} prices need a card from ${country}.`}
            </p>
          )}
        </>
      )}
      {children}
    </section>
  );
}
