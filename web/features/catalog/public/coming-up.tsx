import "./coming-up.css";
import { useLingui } from "@lingui/react/macro";
import { CalendarPlus } from "lucide-react";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

// Its code waits: people first read what comes.
const AlertToggle = lazy(async () => ({
  default: (await import("../components/alert-toggle.tsx")).AlertToggle,
}));

const ComingUpQuery = graphql(`
  query ComingUp($following: Boolean!) {
    upcomingClasses(following: $following, first: 4) {
      id
      classId
      title
      publishAt
      hasAlert
      calendarUrl
      styleV2 {
        slug
        name
      }
      instructor {
        slug
        name
      }
    }
  }
`);

/** The classes that enter the library next; nothing without one. `following`: only of what the viewer follows. */
export function ComingUp({ following = false }: { following?: boolean }) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: ComingUpQuery, variables: { following } });
  const classes = data?.upcomingClasses ?? [];
  if (classes.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="coming-up">
      <h2 className="d2 mb-6" id="coming-up">{t`Coming up`}</h2>
      <ul className="coming-up">
        {classes.map(({ id, classId, title, publishAt, hasAlert, calendarUrl, styleV2, instructor }) => (
          <li key={id}>
            <time className="tn" dateTime={publishAt}>
              {formatMoment(new Date(publishAt), "weekdayTime")}
            </time>
            <div>
              <Link className="strong" to={paths.studioClass(classId)}>
                {title}
              </Link>
              <p className="facts">
                <span>
                  <bdi>{instructor.name}</bdi>
                </span>
                <span>{styleV2.name}</span>
              </p>
            </div>
            <div className="row wrap">
              <Suspense fallback={<span className="sk btn btn-s w-28" />}>
                <AlertToggle id={id} title={title} hasAlert={hasAlert} />
              </Suspense>
              <a
                className={buttonClass({ size: "s" })}
                href={calendarUrl}
                download
                aria-label={t`Add to calendar: ${title}`}
              >
                <Icon of={CalendarPlus} />
                {t`Add to calendar`}
              </a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
