import "../billing.css";
import "./plans.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { PriceGridQuery } from "./fragments.ts";
import { PriceGrid } from "./price-grid.tsx";

// Loaded on press.
const PriceChanges = lazy(async () => ({ default: (await import("./price-changes.tsx")).PriceChanges }));
const PriceSheet = lazy(async () => ({ default: (await import("./price-sheet.tsx")).PriceSheet }));
const PlanSheet = lazy(async () => ({ default: (await import("./plan-sheet.tsx")).PlanSheet }));
const Countries = lazy(async () => ({ default: (await import("./countries.tsx")).Countries }));
const CountrySheet = lazy(async () => ({ default: (await import("./country-sheet.tsx")).CountrySheet }));
const CurrencySheet = lazy(async () => ({ default: (await import("./currency-sheet.tsx")).CurrencySheet }));
const Translations = lazy(async () => ({
  default: (await import("../../site/public/translations.tsx")).Translations,
}));

type Open =
  | { kind: "price"; planId: string; currencyCode: string; countryCode: string }
  | { kind: "plan"; planId: string | null; isPass: boolean }
  | { kind: "currency" }
  | { kind: "country" };

/** Plans and prices: what is sold, for how much, from which day on. */
export function Page() {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open | null>(null);
  const query = useQuery({ query: PriceGridQuery, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const grid = data?.priceGrid;
  const close = () => setOpen(null);
  const done = () => {
    close();
    again({ requestPolicy: "network-only" });
  };
  return (
    <StudioPage
      title={t`Plans and prices`}
      note={t`A new price is for new members. Running members keep theirs until you move them.`}
      query={query}
      controls={
        grid && (
          <>
            <Button onClick={() => setOpen({ kind: "currency" })}>{t`Add a currency`}</Button>
            <Button
              onClick={() => setOpen({ kind: "plan", planId: null, isPass: true })}
            >{t`Add a pass`}</Button>
            <Button
              onClick={() => setOpen({ kind: "plan", planId: null, isPass: false })}
            >{t`Add a plan`}</Button>
          </>
        )
      }
    >
      {grid && (
        <>
          <PriceGrid
            grid={grid}
            onPrice={(planId, currencyCode, countryCode) =>
              setOpen({ kind: "price", planId, currencyCode, countryCode })
            }
            onPlan={({ id, renews }) => setOpen({ kind: "plan", planId: id, isPass: !renews })}
          />
          <Suspense>
            <Countries grid={grid} onMove={() => setOpen({ kind: "country" })} />
            <PriceChanges grid={grid} onStale={done} />
            <Translations kind="plan" title={t`Translations of plan names`} />
            {open?.kind === "price" && (
              <PriceSheet
                key={open.countryCode}
                grid={grid}
                of={open}
                onCountry={(countryCode) => setOpen({ ...open, countryCode })}
                onClose={close}
                onDone={done}
              />
            )}
            {open?.kind === "plan" && (
              <PlanSheet
                grid={grid}
                plan={grid.plans.find(({ id }) => id === open.planId) ?? null}
                isPass={open.isPass}
                onClose={close}
                onDone={done}
              />
            )}
            {open?.kind === "country" && <CountrySheet grid={grid} onClose={close} onDone={done} />}
            {open?.kind === "currency" && <CurrencySheet grid={grid} onClose={close} onDone={done} />}
          </Suspense>
        </>
      )}
    </StudioPage>
  );
}
