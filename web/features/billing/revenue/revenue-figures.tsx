import "./curve.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { formatCalendarDay, formatMoment, formatPart } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Select } from "../../../ui/select.tsx";
import { CsvButton } from "../../studio/public/csv-button.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { Curve } from "./curve.tsx";
import { Rates } from "./rates.tsx";
import { RevenueFiguresQuery, RevenueMonthFragment } from "./revenue-figures-query.ts";

type Found = ResultOf<typeof RevenueFiguresQuery>["revenueFigures"];
/** All currencies together, or one by itself. */
type Shown = { currencyCode: string; months: Found["months"]; values: Found["values"] };

/** Two years of revenue, members and churn, and what a member of each plan is worth: in one currency, or each by itself. */
export function RevenueFigures() {
  const { t } = useLingui();
  const query = useQuery({ query: RevenueFiguresQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }, reload] = query;
  const [chosen, choose] = useState("");
  const found = data?.revenueFigures;
  if (!found)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load the curves`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    ) : null;
  if (found.byCurrency.length === 0) return null;
  const own = found.byCurrency.find(({ currencyCode }) => currencyCode === chosen);
  const shown: Shown = own
    ? {
        currencyCode: own.currencyCode,
        months: own.months,
        values: found.valuesByCurrency.filter(({ currencyCode }) => currencyCode === own.currencyCode),
      }
    : { currencyCode: found.conversion.currencyCode, months: found.months, values: found.values };
  const { currencyCode } = found.conversion;
  const hasOthers = found.byCurrency.some((one) => one.currencyCode !== currencyCode);
  return (
    <section className="stack gap-5" aria-labelledby="curves">
      <h2 className="t4" id="curves">{t`Two years`}</h2>
      {hasOthers && (
        <div className="max-w-80">
          <Select
            label={t`Amounts`}
            value={own ? chosen : ""}
            onChoose={choose}
            options={[
              { value: "", label: t`All currencies in ${currencyCode}` },
              ...found.byCurrency.map(({ currencyCode: code }) => ({
                value: code as string,
                label: t`Only ${code}`,
              })),
            ]}
          />
        </div>
      )}
      {hasOthers && !own && (
        <Rates
          conversion={found.conversion}
          withoutRate={found.withoutRate}
          onSaved={() => reload({ requestPolicy: "network-only" })}
        />
      )}
      <Curves shown={shown} />
      <LifetimeValues shown={shown} countedAt={found.countedAt} />
    </section>
  );
}

const monthName = (month: string): string => formatCalendarDay(new Date(month), "month");

function Curves({ shown: { currencyCode, months } }: { shown: Shown }) {
  const { t } = useLingui();
  const rows = months.map((month: FragmentOf<typeof RevenueMonthFragment>) =>
    readFragment(RevenueMonthFragment, month),
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  const from = monthName(first.month);
  const churnOf = (row: typeof first) => formatPart(row.left, row.accountsBefore);
  const curves = [
    {
      name: t`Net MRR`,
      now: formatMoney(last.amount, currencyCode),
      before: formatMoney(first.amount, currencyCode),
      values: rows.map(({ amount }) => amount),
    },
    {
      name: t`Paying members`,
      now: String(last.accounts),
      before: String(first.accounts),
      values: rows.map(({ accounts }) => accounts),
    },
    {
      name: t`Churn`,
      now: churnOf(last),
      before: churnOf(first),
      values: rows.map(({ left, accountsBefore }) => (accountsBefore === 0 ? null : left / accountsBefore)),
    },
  ];
  return (
    <>
      <div className="curves">
        {curves.map(({ name, now, before, values }) => (
          <figure key={name} className="stack gap-2">
            <figcaption className="stack gap-1">
              <span className="t1 muted">{name}</span>
              <span className="heads-figure">{now}</span>
            </figcaption>
            <Curve label={t`${name}: ${before} in ${from}, ${now} now`} values={values} />
            <span className="t1 muted" aria-hidden="true">
              {t`since ${from}: ${before}`}
            </span>
          </figure>
        ))}
      </div>
      <details className="stack gap-3">
        <summary className="link">{t`Months as a table`}</summary>
        <FiguresTable
          id="revenue-months"
          title={t`Months`}
          note={t`At the end of each month (UTC). Churn: members who left or paused within the month, of those at its beginning. Members whose plan a provider bills aren’t among them.`}
          empty=""
          columns={[
            { label: t`Month` },
            { label: t`Net MRR`, isFigure: true },
            { label: t`Paying members`, isFigure: true },
            { label: t`Left`, isFigure: true },
            { label: t`Churn`, isFigure: true },
          ]}
          rows={rows.toReversed().map((row) => ({
            key: row.month,
            cells: [
              monthName(row.month),
              formatMoney(row.amount, currencyCode),
              row.accounts,
              row.left,
              churnOf(row),
            ],
          }))}
        />
      </details>
      <p>
        <CsvButton path="money/months.csv">{t`Months, CSV`}</CsvButton>
      </p>
    </>
  );
}

function LifetimeValues({ shown, countedAt }: { shown: Shown; countedAt: string | null }) {
  const { t } = useLingui();
  const counted = countedAt && formatMoment(new Date(countedAt), "dateTime");
  return (
    <>
      <FiguresTable
        id="lifetime-values"
        title={t`Lifetime value by plan`}
        note={[
          t`What members paid net of tax and refunds in twelve months, per member who left in these.`,
          t`Shown once five left.`,
          ...(counted ? [t`Counted ${counted}, then hourly.`] : []),
        ].join(" ")}
        empty={t`No one has paid in the last twelve months.`}
        columns={[
          { label: t`Plan` },
          { label: t`Paid, net`, isFigure: true },
          { label: t`Left`, isFigure: true },
          { label: t`Lifetime value`, isFigure: true },
        ]}
        rows={shown.values.map((one) => ({
          key: one.planId,
          cells: [
            one.planName,
            formatMoney(one.net, one.currencyCode),
            one.left,
            one.value === null ? "–" : formatMoney(one.value, one.currencyCode),
          ],
        }))}
      />
      <p>
        <CsvButton path="money/lifetime-values.csv">{t`Lifetime values, CSV`}</CsvButton>
      </p>
    </>
  );
}
