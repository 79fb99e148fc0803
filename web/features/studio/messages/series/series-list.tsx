import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { graphql, type ResultOf } from "../../../../graphql/graphql.ts";
import { useQuery } from "../../../../graphql/hooks.ts";
import { QueryError } from "../../../../layouts/query-error.tsx";
import { paths } from "../../../../lib/paths.ts";
import { Link } from "../../../../lib/router/index.ts";
import { useSeriesTexts } from "./series-texts.ts";

const AllSeries = graphql(`
  query AllSeries {
    allSeries {
      id
      name
      isOn
      steps {
        id
        notified
      }
    }
  }
`);
type Listed = ResultOf<typeof AllSeries>["allSeries"][number];

/** The series of messages that the studio sends by itself. */
export function SeriesList() {
  const { t } = useLingui();
  const query = useQuery({ query: AllSeries, requestPolicy: "cache-and-network" });
  const [{ data, error }] = query;
  return (
    <section className="stack" aria-labelledby="series">
      <div>
        <h2 className="t4" id="series">{t`Series`}</h2>
        <p className="t1 muted pretty">{t`We send each message once to a person, and at most one a day.`}</p>
      </div>
      {!data && error && (
        <QueryError query={query} title={t`Couldn’t load the series`}>
          {t`We couldn’t connect. Nothing changed.`}
        </QueryError>
      )}
      <ul className="message-list">
        {data?.allSeries.map((series) => (
          <Row key={series.id} series={series} />
        ))}
      </ul>
    </section>
  );
}

function Row({ series: { id, name, isOn, steps } }: { series: Listed }) {
  const { t } = useLingui();
  const { title } = useSeriesTexts()(name);
  const notified = steps.reduce((sum, step) => sum + step.notified, 0);
  const messages = plural(steps.length, { one: "# message", other: "# messages" });
  const sent = plural(notified, { 0: "sent to no one yet", one: "sent once", other: "sent # times" });
  return (
    <li>
      <Link to={paths.studioSeries(id)}>
        <span className="strong">{title}</span>
        <span className="t1 muted">{isOn ? t`On: ${messages}, ${sent}` : t`Off: ${messages}, ${sent}`}</span>
      </Link>
    </li>
  );
}
