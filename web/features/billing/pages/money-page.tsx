import "../billing.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Select } from "../../../ui/select.tsx";
import { EmptyState, ErrorState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { codeOf } from "../actions/code-of.ts";
import { MoneyFragment, MoneyOverview } from "../parts/money-overview.tsx";
import { CsvButtons } from "../parts/csv-buttons.tsx";

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

const spans = ["7", "30", "90", "365"] as const;

/** Subscriptions and money, for the studio's admins. To everybody else it isn't there. */
export function Page() {
  const { t } = useLingui();
  const [days, setDays] = useState<(typeof spans)[number]>("30");
  const [{ data, error, fetching }, again] = useQuery({
    query: MoneyQuery,
    variables: { days: Number(days) },
    requestPolicy: "cache-and-network",
  });
  const isHidden = error !== undefined && codeOf(error) === "NOT_FOUND";
  usePageTitle(isHidden ? t`No page here` : t`Money`);
  if (isHidden)
    return (
      <div className="page">
        <EmptyState
          page
          title={t`No page here`}
          action={
            <Link className="btn" to={paths.dashboard()}>
              {t`To tonight’s set`}
            </Link>
          }
        >
          {t`There is no page at this address.`}
        </EmptyState>
      </div>
    );
  const overview = data?.moneyOverview;
  return (
    <div className="page money">
      <header className="money-head">
        <div>
          <h1 className="t4">{t`Money`}</h1>
          {overview && (
            <p className="t1 muted">{t`As it stood on ${formatMonthDayYear(new Date(overview.now))}.`}</p>
          )}
        </div>
        <div className="row wrap">
          <Select
            label={t`Period`}
            labelHidden
            value={days}
            onChoose={setDays}
            options={spans.map((value) => ({ value, label: t`Last ${value} days` }))}
          />
          <CsvButtons />
        </div>
      </header>
      {overview ? (
        <div className={fetching ? "money-body is-old" : "money-body"}>
          <MoneyOverview overview={overview} />
        </div>
      ) : error ? (
        <ErrorState
          title={t`The figures didn’t come`}
          retryLabel={t`Try again`}
          busy={fetching}
          onRetry={() => again({ requestPolicy: "network-only" })}
        >
          {t`The studio’s server didn’t answer. Nothing is changed by that.`}
        </ErrorState>
      ) : (
        <Skeleton label={t`The figures are coming`} className="stack">
          <TextSkeleton className="w-1/2" />
          <TextSkeleton className="w-full" />
          <TextSkeleton className="w-full" />
          <TextSkeleton className="w-3/4" />
        </Skeleton>
      )}
    </div>
  );
}
