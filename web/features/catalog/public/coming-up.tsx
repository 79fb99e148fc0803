import "./coming-up.css";
import { useLingui } from "@lingui/react/macro";
import { CalendarPlus } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

// Its code waits: people first read what comes.
const AlertToggle = lazy(async () => ({
  default: (await import("../components/alert-toggle.tsx")).AlertToggle,
}));

const ComingUpQuery = graphql(`
  query ComingUp($following: Boolean!, $first: Int!) {
    upcomingClasses(following: $following, first: $first) {
      id
      classId
      title
      publishAt
      isLate
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

/** Classes that are shown at first. */
const shownFirst = 4;
/** As many as a request may ask for: more than a studio releases in the two weeks that the list covers. */
const most = 50;

/**
 * The classes that enter the library next, and on request the rest; nothing without one. `following`: only of what the viewer
 * follows.
 */
export function ComingUp({ following = false }: { following?: boolean }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const first = isWhole ? most : shownFirst + 1;
  const [{ data }] = useQuery({ query: ComingUpQuery, variables: { following, first } });
  const found = data?.upcomingClasses ?? [];
  const list = useRef<HTMLUListElement>(null);
  const isExpanded = isWhole && found.length > shownFirst;
  // The button is gone: the keyboard goes on at the first class that it brought.
  useEffect(() => {
    if (isExpanded) list.current?.children[shownFirst]?.querySelector("a")?.focus();
  }, [isExpanded]);
  if (found.length === 0) return null;
  const classes = isWhole ? found : found.slice(0, shownFirst);
  return (
    <section className="sec" aria-labelledby="coming-up">
      <h2 className="d2 mb-6" id="coming-up">{t`Coming up`}</h2>
      <ul className="coming-up" ref={list}>
        {classes.map(
          ({ id, classId, title, publishAt, isLate, hasAlert, calendarUrl, styleV2, instructor }) => (
            <li key={id}>
              <time className="tn" dateTime={publishAt}>
                {isLate ? t`Soon` : formatMoment(new Date(publishAt), "weekdayTime")}
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
                {!isLate && (
                  <a
                    className={buttonClass({ size: "s" })}
                    href={calendarUrl}
                    download
                    aria-label={t`Add to calendar: ${title}`}
                  >
                    <Icon of={CalendarPlus} />
                    {t`Add to calendar`}
                  </a>
                )}
              </div>
            </li>
          ),
        )}
      </ul>
      {!isWhole && found.length > shownFirst && (
        <Button size="s" onClick={() => setWhole(true)}>{t`See all`}</Button>
      )}
    </section>
  );
}
