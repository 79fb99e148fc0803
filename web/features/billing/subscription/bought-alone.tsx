import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { QueryError } from "../../../layouts/query-error.tsx";

const BoughtAloneQuery = graphql(`
  query BoughtAlone {
    boughtAlone {
      id
      accessEndsAt
      canBuyAgain
      withdrawableUntil
      plan {
        id
        name
        isForever
        opens {
          kind
          id
        }
      }
      course {
        id
        slug
      }
    }
  }
`);
type Bought = ResultOf<typeof BoughtAloneQuery>["boughtAlone"][number];

/** The courses and classes that the account bought, and until when it has them; nothing without one. */
export function BoughtAlone() {
  const { t } = useLingui();
  const query = useQuery({ query: BoughtAloneQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }] = query;
  if (!data)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load what you bought`}>
        {t`We couldn’t connect. Nothing has changed.`}
      </QueryError>
    ) : null;
  if (data.boughtAlone.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="bought">
      <h2 className="t4" id="bought">{t`Courses and classes you bought`}</h2>
      <ul className="stack">
        {data.boughtAlone.map((one) => (
          <li className="row wrap between" key={one.id}>
            <BoughtOne one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BoughtOne({ one }: { one: Bought }) {
  const { t } = useLingui();
  const { plan, course, accessEndsAt, canBuyAgain, withdrawableUntil } = one;
  const to =
    plan.opens?.kind === "class"
      ? paths.studioClass(plan.opens.id)
      : course
        ? paths.course(course.slug)
        : null;
  return (
    <>
      <p>
        {to ? (
          <Link className="link strong" to={to}>
            {plan.name}
          </Link>
        ) : (
          <span className="strong">{plan.name}</span>
        )}
        <br />
        <span className="t1 muted">
          {plan.isForever || !accessEndsAt
            ? t`Yours to keep`
            : t`Until ${formatMoment(new Date(accessEndsAt), "dateTime")}`}
        </span>
      </p>
      <span className="row wrap">
        {canBuyAgain && (
          <Link className="btn" to={paths.checkout()} search={{ plan: plan.id, next: paths.subscription() }}>
            {t`Buy again`}
          </Link>
        )}
        {withdrawableUntil && (
          <Link
            className="btn btn-text"
            to={paths.withdrawal()}
            search={{ purchase: one.id }}
            aria-label={t`Withdraw from ${plan.name}`}
          >
            {t`Withdraw`}
          </Link>
        )}
      </span>
    </>
  );
}
