import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatPart } from "../../../lib/formats.ts";
import { PeopleLink } from "../public/people-link.tsx";
import { Figure, Figures } from "../../studio/public/figure.tsx";
import { MoneyFragment } from "./money-fragment.ts";
import type { RevenueView } from "./views.ts";
import { PageSkeleton } from "../../studio/public/page-skeleton.tsx";

const NetMrr = lazy(async () => ({ default: (await import("../public/net-mrr.tsx")).NetMrr }));
const RevenueFigures = lazy(async () => ({
  default: (await import("./revenue-figures.tsx")).RevenueFigures,
}));
const Todo = lazy(async () => ({ default: (await import("./todo-view.tsx")).TodoView }));
const Members = lazy(async () => ({ default: (await import("./members-view.tsx")).MembersView }));
const Payments = lazy(async () => ({ default: (await import("./payments-view.tsx")).PaymentsView }));

type Found = ResultOf<typeof MoneyFragment>;

/** One view of the report: its figures, what needs attention, members or payments. */
export function MoneyOverview({
  overview,
  view,
}: {
  overview: FragmentOf<typeof MoneyFragment>;
  view: RevenueView;
}) {
  const found = readFragment(MoneyFragment, overview);
  return (
    <Suspense fallback={<PageSkeleton />}>
      {view === "todo" ? (
        <Todo found={found} />
      ) : view === "members" ? (
        <Members found={found} />
      ) : view === "payments" ? (
        <Payments found={found} />
      ) : (
        <>
          <NetMrr series={found.netMrr} />
          <RevenueFigures />
          <TrialsAndChurn found={found} />
        </>
      )}
    </Suspense>
  );
}

function TrialsAndChurn({ found }: { found: Found }) {
  const { t } = useLingui();
  const { trials, churn, days, payingBefore } = found;
  const left = churn.filter(({ isTrial }) => !isTrial).reduce((sum, { count }) => sum + count, 0);
  const span = { from: found.since, until: found.now };
  return (
    <Figures>
      <Figure
        name={t`Trials started`}
        note={t`${trials.ended} ended, ${formatPart(trials.paid, trials.ended)} converted`}
      >
        <PeopleLink figure={{ kind: "trials_started", ...span }}>{trials.started}</PeopleLink>
      </Figure>
      <Figure
        name={t`Churned members`}
        note={t`${formatPart(left, payingBefore)} of ${payingBefore} in ${days} days`}
      >
        <PeopleLink figure={{ kind: "churned", ...span, reason: "", phase: "paid" }}>{left}</PeopleLink>
      </Figure>
    </Figures>
  );
}
