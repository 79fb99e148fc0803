import "./net-mrr.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Select } from "../../../ui/select.tsx";
import { PeopleLink } from "./people-link.tsx";
import { useChangeNames } from "./use-change-names.ts";
import { NetMrrFragment } from "./net-mrr-fragment.ts";

type Series = ResultOf<typeof NetMrrFragment>;

/** How many months the bars show. */
const maxMonths = 12;

/** Net MRR of each currency: the amount, its movement in a month, and up to twelve months. */
export function NetMrr({ series }: { series: readonly FragmentOf<typeof NetMrrFragment>[] }) {
  const { t } = useLingui();
  const found = series.map((one) => readFragment(NetMrrFragment, one));
  const months = [
    ...new Set(found.flatMap((one) => one.months.map(({ month }) => month.slice(0, 7)))),
  ].toSorted();
  const [chosen, choose] = useState("");
  const month = months.includes(chosen) ? chosen : (months.at(-1) ?? "");
  return (
    <section className="stack gap-3" aria-labelledby="net-mrr">
      <h2 className="t4" id="net-mrr">{t`Net MRR`}</h2>
      <p className="t1 muted pretty">
        {t`Without tax, after promo codes, without members who canceled or paused. Updated hourly.`}
      </p>
      {found.length === 0 ? (
        <p className="muted">{t`No one pays yet.`}</p>
      ) : (
        <>
          {months.length > 1 && (
            <div className="max-w-80">
              <Select
                label={t`Movement in`}
                value={month}
                onChoose={choose}
                options={months.toReversed().map((value) => ({ value, label: monthName(value) }))}
              />
            </div>
          )}
          <div className="mrr-currencies">
            {found.map((one) => (
              <Currency key={one.currencyCode} one={one} month={month} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

const monthName = (month: string): string => formatCalendarDay(new Date(`${month}-01T00:00:00Z`), "month");

function Currency({ one, month }: { one: Series; month: string }) {
  const { currencyCode, amount, accounts } = one;
  const movement = one.movement.filter((change) => change.month.startsWith(month));
  const months = one.months.slice(-maxMonths);
  const changeNames = useChangeNames();
  const widest = Math.max(...movement.map((change) => Math.abs(change.amount)));
  return (
    <div className="stack gap-3">
      <p className="row wrap gap-3 items-baseline">
        <span className="heads-figure">{formatMoney(amount, currencyCode)}</span>
        <span className="t1 muted">
          {plural(accounts, { one: "from # paying account", other: "from # paying accounts" })}
        </span>
      </p>
      {months.length > 1 && <Months months={months} currencyCode={currencyCode} />}
      {movement.length > 0 && (
        <table className="mrr-movement t1">
          <caption className="muted">{monthName(month)}</caption>
          <tbody>
            {(["new", "more", "back", "less", "left"] as const).flatMap((kind) => {
              const change = movement.find((one) => one.kind === kind);
              if (!change) return [];
              const share = Math.abs(change.amount) / widest;
              return [
                <tr key={kind}>
                  <th scope="row">
                    {changeNames[kind]} {/* A change from before people were recorded has none. */}
                    {change.people > 0 && (
                      <span className="tn">
                        <PeopleLink figure={{ kind: "mrr", month, currency: currencyCode, change: kind }}>
                          {change.people}
                        </PeopleLink>
                      </span>
                    )}
                  </th>
                  <td aria-hidden="true">
                    <span
                      className={change.amount < 0 ? "mrr-bar is-loss" : "mrr-bar"}
                      style={{ inlineSize: `${share * 100}%` }}
                    />
                  </td>
                  <td className="tn">
                    {change.amount > 0 && "+"}
                    {formatMoney(change.amount, currencyCode)}
                  </td>
                </tr>,
              ];
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** A bar for each month. */
function Months({ months, currencyCode }: { months: Series["months"]; currencyCode: string }) {
  const { t } = useLingui();
  const most = Math.max(...months.map((one) => one.amount), 1);
  const label = (month: string) => formatCalendarDay(new Date(month), "month");
  const { month: first, amount } = months[0]!;
  return (
    <figure>
      <ol
        className="mrr-months"
        aria-label={t`Net MRR by month, from ${formatMoney(amount, currencyCode)} in ${label(first)}`}
      >
        {months.map((one) => (
          <li key={one.month} title={`${label(one.month)}: ${formatMoney(one.amount, currencyCode)}`}>
            <span className="sr-only">
              {label(one.month)}: {formatMoney(one.amount, currencyCode)}
            </span>
            <span aria-hidden="true" style={{ blockSize: `${(one.amount / most) * 100}%` }} />
          </li>
        ))}
      </ol>
      <figcaption className="row t1 muted" aria-hidden="true">
        <span className="grow">{label(first)}</span>
        <span>{label(months.at(-1)!.month)}</span>
      </figcaption>
    </figure>
  );
}
