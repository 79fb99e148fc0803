import "../plans/plans.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf, faultFieldOf } from "../../../graphql/codes.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { isForever, termText } from "../checkout/intervals.ts";
import { PriceGridQuery, type Grid, type GridPlan } from "../plans/fragments.ts";

// Loaded on press.
const OwnPriceSheet = lazy(async () => ({
  default: (await import("../plans/own-price-sheet.tsx")).OwnPriceSheet,
}));

const EditOwnPrice = graphql(`
  mutation OwnPriceEdit($id: ID!, $version: Int!, $isOffered: Boolean!, $isOnlyWay: Boolean!) {
    ownPriceEdit(id: $id, version: $version, isOffered: $isOffered, isOnlyWay: $isOnlyWay) {
      id
      version
    }
  }
`);
defineCacheUpdates({ ownPriceEdit: invalidating("priceGrid") });

/** What is priced alone. */
export type PricedTitle = { kind: "course" | "class"; id: string };

/** The prices of a course or class of its own, for finance: what they are, whether they are offered, and a new one. */
export function OwnPrices({ of }: { of: PricedTitle }) {
  const { t } = useLingui();
  const query = useQuery({ query: PriceGridQuery, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const [isAdding, setAdding] = useState(false);
  const grid = data?.priceGrid;
  if (!grid) return null;
  const own = grid.plans.filter(({ opens }) => opens?.id === of.id);
  const done = (): void => {
    setAdding(false);
    again({ requestPolicy: "network-only" });
  };
  return (
    <section className="stack" aria-labelledby="own-prices">
      <h2 className="t3" id="own-prices">{t`Price of its own`}</h2>
      <p className="muted pretty">
        {of.kind === "course"
          ? t`Dancers buy this course without a plan. It opens its classes for the whole family, also those you add later.`
          : t`Dancers buy this class without a plan. It opens for the whole family.`}
      </p>
      {own.length > 0 && (
        <ul className="stack">
          {own.map((plan) => (
            <OwnPrice key={plan.id} plan={plan} onDone={done} />
          ))}
        </ul>
      )}
      <div className="row wrap">
        <Button onClick={() => setAdding(true)}>
          {own.length > 0 ? t`Add another price` : t`Set a price`}
        </Button>
        {own.length > 0 && (
          <Link className="link" to={paths.plansAndPrices()}>{t`Change amounts in Plans and prices`}</Link>
        )}
      </div>
      {isAdding && (
        <Suspense>
          <OwnPriceSheet grid={grid} of={of} onClose={() => setAdding(false)} onDone={done} />
        </Suspense>
      )}
    </section>
  );
}

/** The amounts of a price that hold now, by currency. */
const amountsOf = (prices: Grid["plans"][number]["prices"]): string =>
  prices
    .flatMap(({ current, currencyCode, countryCode }) =>
      current && !countryCode ? [formatMoney(current.amount, currencyCode, { short: true })] : [],
    )
    .join(", ");

function OwnPrice({ plan, onDone }: { plan: GridPlan; onDone: () => void }) {
  const { t } = useLingui();
  const [{ fetching }, edit] = useMutation(EditOwnPrice);
  const [fault, setFault] = useState<string | null>(null);
  const { confirmedCall, sheet } = useConfirmation();
  const { id, version, isOffered, isOnlyWay, isWithheld, opens } = plan;
  const change = async (sale: { isOffered: boolean; isOnlyWay: boolean }, words: string): Promise<void> => {
    setFault(null);
    const result = await confirmedCall(() => edit({ id, version, ...sale }));
    if (!result) return;
    if (result.error)
      return setFault(
        faultFieldOf(result.error) === "isOnlyWay"
          ? t`Your payment provider sells plans only, so no one could open this. Let plans open it as well.`
          : codeOf(result.error) === "CHANGED_MEANWHILE"
            ? t`Someone else changed this price. Reload the page to see it.`
            : t`Couldn’t save. Nothing changed. Try again.`,
      );
    showToast(words);
    onDone();
  };
  return (
    <li className="stack gap-2">
      <p>
        <span className="strong tn">{amountsOf(plan.prices)}</span>
        <span className="muted">
          , {isForever(plan) ? t`to keep` : termText(plan.period, plan.periodUnit)}
        </span>{" "}
        {!isOffered && <span className="tag tag-line">{t`Retired`}</span>}
        {isOffered && isWithheld && <span className="tag tag-line">{t`Not on sale`}</span>}
      </p>
      {isOffered && isWithheld && (
        <p className="hint">
          {opens?.kind === "course"
            ? t`A course is sold while it’s published.`
            : t`A class is sold while it’s published and not free.`}
        </p>
      )}
      <label className="row">
        <input
          type="checkbox"
          className="check"
          checked={isOnlyWay}
          disabled={fetching}
          onChange={(event) =>
            void change(
              { isOffered, isOnlyWay: event.currentTarget.checked },
              isOnlyWay ? t`Plans open it as well now.` : t`Plans don’t open it any more.`,
            )
          }
        />
        <span>{t`Only by this price, not with a plan. Free classes stay free.`}</span>
      </label>
      <div>
        <Button
          size="s"
          tone="line"
          busy={fetching}
          onClick={() =>
            void change(
              { isOffered: !isOffered, isOnlyWay },
              isOffered ? t`It isn’t sold on its own any more. Buyers keep it.` : t`It’s on sale again.`,
            )
          }
        >
          {isOffered ? t`Retire price` : t`Offer again`}
        </Button>
      </div>
      <p className="hint hint-bad empty:hidden" role="alert">
        {fault}
      </p>
      {sheet}
    </li>
  );
}
