import "./plan.css";
import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { deviceTimeZone } from "../../../../contract/formats/time-zones.ts";
import { daySpan, weekDays } from "../public/plan-labels.ts";
import { WeekStrip } from "../public/week-strip.tsx";
import { usePlanChanges } from "../actions/change-plan.ts";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { PlanFragment, PlannedFragment, type Planned } from "../components/plan-fragment.ts";
import { PlanSide } from "../components/plan-side.tsx";
import { PlannedRow } from "../components/planned-row.tsx";

const SessionSheet = lazy(async () => ({
  default: (await import("../components/session-sheet.tsx")).SessionSheet,
}));

const WeekPlanQuery = graphql(
  `
    query WeekPlan($weekStart: DateTime, $timeZone: String) {
      weekPlan(weekStart: $weekStart, timeZone: $timeZone) {
        weekStart
        ...Plan
      }
    }
  `,
  [PlanFragment],
);
const weekMs = 7 * 24 * 60 * 60 * 1000;

/** A week of classes on the person's practice days. */
export function Page() {
  const { t } = useLingui();
  const { week } = useSearch() as { week?: unknown };
  const isDay = typeof week === "string" && /^\d{4}-\d\d-\d\d$/.test(week);
  const query = useQuery({
    query: WeekPlanQuery,
    variables: { weekStart: isDay ? `${week}T12:00:00Z` : null, timeZone: deviceTimeZone() },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  usePageTitle(t`Your week`);
  return (
    <div className="page page-top">
      {data ? (
        <Week key={data.weekPlan.weekStart} plan={data.weekPlan} />
      ) : error ? (
        <QueryError page query={query} title={t`Couldn’t load your week`}>
          {t`We couldn’t connect. Your week and progress are saved.`}
        </QueryError>
      ) : (
        <PlanSkeleton />
      )}
    </div>
  );
}

function PlanSkeleton() {
  const { t } = useLingui();
  return (
    <div className="skeleton plan-wait" aria-busy="true">
      <h1 className="d1 d1-page">{t`Your week`}</h1>
      <div className="bone" />
      <div className="bone" />
    </div>
  );
}

function Week({ plan: masked }: { plan: FragmentOf<typeof PlanFragment> }) {
  const { t } = useLingui();
  const plan = readFragment(PlanFragment, masked);
  const changes = usePlanChanges();
  const [changing, setChanging] = useState<Planned | null>(null);
  const { weekStart, today } = plan;
  const classes = plan.classes.map((one) => readFragment(PlannedFragment, one));
  const skipped = plan.skipped.map((one) => readFragment(PlannedFragment, one));
  const days = weekDays(weekStart);
  const done = classes.filter((one) => one.done).length;
  const next = classes.find((one) => !one.done && one.date >= today);
  const isOff = days.every((day) => plan.holidays.some(({ from, to }) => from <= day && day <= to));
  const isAhead = weekStart > today;
  const span = daySpan(weekStart, days[6] ?? weekStart);
  const weekAt = (by: number): string =>
    new Date(Date.parse(weekStart) + by * weekMs).toISOString().slice(0, 10);
  const total = classes.length;

  return (
    <>
      <header className="plan-head">
        <div className="plan-top">
          <div className="stack">
            <h1 className="d1 d1-page">{isAhead ? t`Your next week` : t`Your week`}</h1>
            <p className="row wrap muted tn">
              {span}
              {total > 0 && (
                <Eight size="md" value={done / total} label={t`${done} of ${total} classes danced`} />
              )}
            </p>
          </div>
          <nav className="row" aria-label={t`Weeks`}>
            {(isAhead || weekStart.slice(0, 10) !== weekOf(today)) && (
              <Link className="btn btn-s" to={paths.plan()} search={{ week: weekAt(-1) }}>
                <Icon of={ChevronLeft} size="s" /> {t`Previous week`}
              </Link>
            )}
            <Link className="btn btn-s" to={paths.plan()} search={{ week: weekAt(1) }}>
              {t`Next week`} <Icon of={ChevronRight} size="s" />
            </Link>
          </nav>
        </div>
        <WeekStrip plan={plan} />
      </header>
      <div className="split split-a">
        <div className="stack">
          {total === 0 ? (
            <EmptyState
              title={isOff ? t`A week off` : t`No matching classes yet`}
              action={
                !isOff && (
                  <Link className="btn" to={paths.library()}>
                    {t`Browse the library`}
                  </Link>
                )
              }
            >
              {isOff
                ? t`You have the whole week off. Nothing counts as missed.`
                : t`The classes that match you need more space, more experience, or a different subscription.`}
            </EmptyState>
          ) : (
            <ol className="plan-list">
              {classes.map((one) => (
                <li key={one.id}>
                  <PlannedRow
                    planned={one}
                    isNext={one.id === next?.id}
                    isToday={one.date === today}
                    isOver={!one.done && one.date < today}
                    onChange={one.done || one.date < today ? null : () => setChanging(one)}
                  />
                </li>
              ))}
            </ol>
          )}
          {skipped.length > 0 && (
            <section aria-labelledby="left-out">
              <h2 className="t4" id="left-out">{t`Skipped this week`}</h2>
              <ul className="plan-list">
                {skipped.map((one) => (
                  <li key={one.id} className="row between">
                    <span className="muted">{readFragment(ClassSummaryFragment, one.studioClass).title}</span>
                    <button
                      type="button"
                      className="btn btn-s btn-bare"
                      onClick={() => void changes.skip(one.id, false)}
                    >
                      {t`Put it back`}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {!plan.isTailored && (
            <p className="muted pretty">
              {t`This week is our best guess.`}{" "}
              <Link className="link strong" to={paths.onboarding()}>
                {t`Answer a few questions to personalize it`}
              </Link>
            </p>
          )}
        </div>
        <PlanSide plan={masked} />
      </div>
      {changing && (
        <Suspense>
          <SessionSheet
            planned={changing}
            days={days.filter(
              (day) => day >= today && !plan.holidays.some(({ from, to }) => from <= day && day <= to),
            )}
            onClose={() => setChanging(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The Monday of a day's week, as in the URL. */
function weekOf(day: string): string {
  const moment = new Date(day);
  moment.setUTCDate(moment.getUTCDate() - ((moment.getUTCDay() + 6) % 7));
  return moment.toISOString().slice(0, 10);
}
