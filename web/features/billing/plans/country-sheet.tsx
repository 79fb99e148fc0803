import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { countriesByName, formatList } from "../../../../contract/formats/names.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { termText } from "../checkout/intervals.ts";
import { countryName } from "../checkout/places.ts";
import type { Grid } from "./fragments.ts";
import { usePlanFaults } from "./plan-faults.ts";

const Move = graphql(`
  mutation CountryMove($countryCode: String!, $from: String, $to: String!) {
    countryMove(countryCode: $countryCode, from: $from, to: $to)
  }
`);

defineCacheUpdates({ countryMove: invalidating("priceGrid") });

/** Lets a country pay in another currency; says beforehand what that changes. */
export function CountrySheet({
  grid,
  onClose,
  onDone,
}: {
  grid: Grid;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const { faultOf } = usePlanFaults();
  const [, move] = useMutation(Move);
  const { confirmed, sheet } = useConfirmation();
  const [options] = useState(() => [
    { value: "", label: t`Choose a country` },
    ...countriesByName(here()).map(({ code, name }) => ({ value: code, label: name })),
  ]);
  const [countryCode, setCountry] = useState("");
  const from = grid.currencies.find(({ countryCodes }) => countryCodes.includes(countryCode));
  const others = grid.currencies.filter((one) => one !== from);
  const [wanted, setWanted] = useState("");
  const to = others.find(({ currencyCode }) => currencyCode === wanted) ?? others[0];
  const country = countryName(countryCode);
  const form = useServerForm<Record<string, never>>({
    defaultValues: {},
    send: async () => {
      if (!countryCode || !to) return;
      await confirmed(async () => {
        const { error } = await move({
          countryCode,
          from: from?.currencyCode ?? null,
          to: to.currencyCode,
        });
        if (error) throw error;
      });
      showToast(t`New members in ${country} pay in ${to.currencyCode}.`);
      onDone();
    },
    faultOf,
  });
  return (
    <>
      <Sheet title={t`Move a country`} closeLabel={t`Close`} onClose={onClose}>
        <form
          className="plan-form"
          aria-label={t`Move a country`}
          noValidate
          onSubmit={(event) => void form.submit(event)}
        >
          <div className="plan-amounts">
            <Select label={t`Country`} value={countryCode} options={options} onChoose={setCountry} />
            <Select
              label={t`Currency from now on`}
              value={to?.currencyCode ?? ""}
              options={others.map(({ currencyCode }) => ({ value: currencyCode, label: currencyCode }))}
              onChoose={setWanted}
            />
          </div>
          {to && countryCode && (
            <Consequences grid={grid} countryCode={countryCode} from={from ?? null} to={to} />
          )}
          <p className="hint hint-bad" role="alert">
            {form.formFault}
          </p>
          {to && countryCode && (
            <div>
              <Button type="submit" tone="go" busy={form.busy}>
                {t`Move ${country}`}
              </Button>
            </div>
          )}
          {!to && <p className="hint">{t`Add another currency first.`}</p>}
        </form>
      </Sheet>
      {sheet}
    </>
  );
}

type Currency = Grid["currencies"][number];

function Consequences({
  grid,
  countryCode,
  from,
  to,
}: {
  grid: Grid;
  countryCode: string;
  /** Null for a country without a currency of its own. */
  from: Currency | null;
  to: Currency;
}) {
  const { t } = useLingui();
  const country = countryName(countryCode);
  const running = from?.members.find((one) => one.countryCode === countryCode)?.count ?? 0;
  const has = (plan: Grid["plans"][number], currency: string, place: string): boolean =>
    plan.prices.some((price) => price.currencyCode === currency && price.countryCode === place);
  const offered = grid.plans.filter(({ isOffered }) => isOffered);
  const missing = offered.filter(
    (plan) => !has(plan, to.currencyCode, "") && !has(plan, to.currencyCode, countryCode),
  );
  const own = from ? offered.filter((plan) => has(plan, from.currencyCode, countryCode)) : [];
  const names = (plans: typeof offered): string =>
    formatList(
      plans.map(({ name, period, periodUnit }) => {
        const term = termText(period, periodUnit);
        return t`${name} (${term})`;
      }),
      here(),
    );
  return (
    <section className="stack gap-2" aria-label={t`What happens`}>
      <h3 className="lab">{t`What happens`}</h3>
      <ul className="stack gap-2">
        <li>
          {from
            ? t`New members in ${country} pay in ${to.currencyCode} instead of ${from.currencyCode}.`
            : t`New members in ${country} pay in ${to.currencyCode}. Running members keep their currency.`}
        </li>
        {from && running > 0 && (
          <li>
            {plural(running, {
              one: `# running member keeps paying in ${from.currencyCode}.`,
              other: `# running members keep paying in ${from.currencyCode}.`,
            })}
          </li>
        )}
        {missing.length > 0 && (
          <li>{t`${names(missing)} won’t be sold in ${country} until you add a price in ${to.currencyCode}.`}</li>
        )}
        {from && own.length > 0 && (
          <li>{t`We’ll stop offering the ${from.currencyCode} price of ${names(own)} in ${country}.`}</li>
        )}
      </ul>
    </section>
  );
}
