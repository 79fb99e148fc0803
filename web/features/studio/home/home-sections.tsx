import "./home.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, type ReactNode } from "react";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { MemberLink } from "../../billing/public/member-link.tsx";
import { PeopleLink } from "../../billing/public/people-link.tsx";
import { NetMrrFragment } from "../../billing/public/net-mrr-fragment.ts";
import { Figure, Figures } from "../public/figure.tsx";

// Lazy, so that the page stays light: it comes last.
const NetMrr = lazy(async () => ({ default: (await import("../../billing/public/net-mrr.tsx")).NetMrr }));

export const HomeFragment = graphql(
  `
    fragment StudioHome on StudioHome {
      today {
        since
        until
        dancers
        completed
        joined
        left
      }
      week {
        since
        until
        plays
        joined
        left
      }
      weekBefore {
        plays
        joined
        left
      }
      releases {
        id
        title
        publishAt
      }
      netMrr {
        ...NetMrr
      }
      trialsEnding {
        until
        total
        items {
          planName
          endsAt
          member {
            id
            name
            username
          }
        }
      }
      failedPayments {
        total
        items {
          subscriptionId
          planName
          currencyCode
          amountDue
          retryAt
          member {
            id
            name
            username
          }
        }
      }
    }
  `,
  [NetMrrFragment],
);
type Home = ResultOf<typeof HomeFragment>;

/** The sections that the viewer may see. `children` come after today's figures. */
export function HomeSections({
  home,
  children,
}: {
  home: FragmentOf<typeof HomeFragment>;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const { today, week, weekBefore, releases, netMrr, trialsEnding, failedPayments } = readFragment(
    HomeFragment,
    home,
  );
  return (
    <>
      {today && (
        <section aria-labelledby="today">
          <h2 className="sr-only" id="today">{t`Today`}</h2>
          <Figures>
            <Figure name={t`Danced today`}>
              {today.dancers === 0 ? (
                today.dancers
              ) : (
                <PeopleLink figure={{ kind: "danced", from: today.since }}>{today.dancers}</PeopleLink>
              )}
            </Figure>
            <Figure name={t`Classes completed today`}>{today.completed}</Figure>
            <Figure name={t`Joined today`}>
              <People kind="joined" span={today} count={today.joined} />
            </Figure>
            <Figure name={t`Canceled today`}>
              <People kind="canceled" span={today} count={today.left} />
            </Figure>
          </Figures>
        </section>
      )}
      {week && weekBefore && <Week week={week} before={weekBefore} />}
      {children}
      <div className="home-lists">
        {failedPayments && <FailedPayments {...failedPayments} />}
        {trialsEnding && <TrialsEnding {...trialsEnding} />}
        {releases && <Releases releases={releases} />}
      </div>
      {netMrr && (
        <Suspense>
          <NetMrr series={netMrr} />
        </Suspense>
      )}
    </>
  );
}

/** How many people a span counts, as a link to them. */
function People({
  kind,
  span: { since: from, until },
  count,
}: {
  kind: "joined" | "canceled";
  span: { since: string; until: string };
  count: number;
}) {
  return count === 0 ? count : <PeopleLink figure={{ kind, from, until }}>{count}</PeopleLink>;
}

type WeekProps = { week: NonNullable<Home["week"]>; before: NonNullable<Home["weekBefore"]> };

function Week({ week, before }: WeekProps) {
  const { t } = useLingui();
  const figures = [
    { name: t`Times danced`, shown: week.plays, earlier: before.plays },
    {
      name: t`Joined`,
      shown: <People kind="joined" span={week} count={week.joined} />,
      earlier: before.joined,
    },
    {
      name: t`Canceled`,
      shown: <People kind="canceled" span={week} count={week.left} />,
      earlier: before.left,
    },
  ];
  return (
    <section className="stack gap-2" aria-labelledby="week">
      <h2 className="t4" id="week">{t`Last 7 days`}</h2>
      <Figures>
        {figures.map(({ name, shown, earlier }) => (
          <Figure key={name} name={name} note={t`${earlier} in the 7 days before`}>
            {shown}
          </Figure>
        ))}
      </Figures>
    </section>
  );
}

function FailedPayments({ total, items }: NonNullable<Home["failedPayments"]>) {
  const { t } = useLingui();
  return (
    <List
      id="failed-payments"
      title={t`Failed payments`}
      empty={t`None. All payments succeeded.`}
      rows={items.map((one) => ({
        key: one.subscriptionId,
        name: <MemberLink member={one.member} />,
        facts: one.retryAt
          ? t`${one.planName}, next try ${formatMonthDayYear(new Date(one.retryAt))}`
          : one.planName,
        end: formatMoney(one.amountDue, one.currencyCode),
      }))}
      more={
        total > items.length && (
          <PeopleLink figure={{ kind: "dunning", currency: "" }}>
            {plural(total, { other: "All # failed payments" })}
          </PeopleLink>
        )
      }
    />
  );
}

function TrialsEnding({ until, total, items }: NonNullable<Home["trialsEnding"]>) {
  const { t } = useLingui();
  return (
    <List
      id="trials-ending"
      title={t`Trials ending within a week`}
      empty={t`None.`}
      rows={items.map((one) => ({
        key: `${one.member?.id} ${one.endsAt}`,
        name: <MemberLink member={one.member} />,
        facts: one.planName,
        end: formatMonthDayYear(new Date(one.endsAt)),
      }))}
      more={
        total > items.length && (
          <PeopleLink figure={{ kind: "trials_ending", until }}>
            {plural(total, { other: "# trials end within a week" })}
          </PeopleLink>
        )
      }
    />
  );
}

function Releases({ releases }: { releases: NonNullable<Home["releases"]> }) {
  const { t } = useLingui();
  return (
    <List
      id="releases"
      title={t`Next releases`}
      empty={t`No class has a release date.`}
      rows={releases.map((one) => ({
        key: one.id,
        name: (
          <Link className="link" to={paths.editClass(one.id)}>
            {one.title}
          </Link>
        ),
        end: formatMonthDayYear(new Date(one.publishAt)),
      }))}
    />
  );
}

type Row = { key: string; name: ReactNode; facts?: string; end: string };

function List({
  id,
  title,
  empty,
  rows,
  more,
}: {
  id: string;
  title: string;
  empty: string;
  rows: readonly Row[];
  more?: ReactNode;
}) {
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h2 className="t3 strong" id={id}>
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="t1 muted">{empty}</p>
      ) : (
        <ul className="home-list">
          {rows.map(({ key, name, facts, end }) => (
            <li key={key}>
              <span>
                {name}
                {facts && <span className="t1 muted">{facts}</span>}
              </span>
              <span className="t1 tn">{end}</span>
            </li>
          ))}
        </ul>
      )}
      {more && <p className="t1">{more}</p>}
    </section>
  );
}
