import "../billing.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { Segments } from "../../../ui/segments.tsx";
import { usePeriod } from "../../studio/public/period.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { MoneyFragment } from "./money-fragment.ts";
import { revenueViewNames, revenueViews } from "./views.ts";
import { PageSkeleton } from "../../studio/public/page-skeleton.tsx";

// Lazy, so that the page stays light; it starts while the query runs.
const overview = import("./overview.tsx");
const MoneyOverview = lazy(async () => ({ default: (await overview).MoneyOverview }));

// Lazy: below all figures and rarely used.
const CsvButton = lazy(async () => ({
  default: (await import("../../studio/public/csv-button.tsx")).CsvButton,
}));

const MoneyQuery = graphql(
  `
    query MoneyOverview($days: Int!) {
      moneyOverview(days: $days) {
        now
        ...Money
      }
    }
  `,
  [MoneyFragment],
);

/** Subscriptions and revenue, for admins. */
export function Page() {
  const { t } = useLingui();
  const { days, control: period } = usePeriod();
  const [view, setView] = useChoice("view", revenueViews, "figures");
  const names = revenueViewNames();
  const query = useQuery({ query: MoneyQuery, variables: { days }, requestPolicy: "cache-and-network" });
  const found = query[0].data?.moneyOverview;
  return (
    <StudioPage
      title={t`Revenue`}
      note={found && t`As of ${formatMonthDayYear(new Date(found.now))}.`}
      query={query}
      controls={
        <>
          {period}
          <Suspense>
            <CsvButton path="money/subscriptions.csv">{t`Subscriptions, CSV`}</CsvButton>
            <CsvButton path="money/invoices.csv">{t`Invoices, CSV`}</CsvButton>
          </Suspense>
        </>
      }
    >
      {found && (
        <>
          <div className="revenue-views">
            <Segments
              label={t`View`}
              options={revenueViews.map((value) => ({ value, label: names[value] }))}
              value={view}
              onChoose={setView}
            />
          </div>
          <Suspense fallback={<PageSkeleton />}>
            <MoneyOverview overview={found} view={view} />
          </Suspense>
        </>
      )}
    </StudioPage>
  );
}
