import "./coming-up.css";
import { useLingui } from "@lingui/react/macro";
import { CalendarPlus } from "lucide-react";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, usePageFocus, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

// Its code waits: people first read what comes.
const AlertToggle = lazy(async () => ({
  default: (await import("../components/alert-toggle.tsx")).AlertToggle,
}));

/** What `ComingUpList` shows of a class that enters the library later. */
export const UpcomingFragment = graphql(`
  fragment Upcoming on UpcomingClass {
    id
    classId
    title
    publishAt
    isLate
    hasAlert
    cursor
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
`);

const ComingUpQuery = graphql(
  `
    query ComingUp($following: Boolean!, $first: Int!, $after: String) {
      upcomingClasses(following: $following, first: $first, after: $after) {
        ...Upcoming
      }
    }
  `,
  [UpcomingFragment],
);

type Upcoming = ResultOf<typeof UpcomingFragment>;

/** Classes of the first page, and of each that follows. */
const shownFirst = 4;
const shownNext = 24;
/** Classes to fetch for the first page: one more says that there are others. */
export const upcomingAtFirst = shownFirst + 1;

/** The classes that enter the library next of what the viewer follows; nothing without one. */
export function ComingUp() {
  const [{ data }] = useQuery({
    query: ComingUpQuery,
    variables: { following: true, first: upcomingAtFirst, after: null },
  });
  return <ComingUpList following first={data?.upcomingClasses ?? []} />;
}

type ComingUpListProps = {
  /** Only of what the viewer follows. */
  following: boolean;
  /** The first `upcomingAtFirst` of them. */
  first: readonly FragmentOf<typeof UpcomingFragment>[];
};

/** Classes that enter the library next, and on request those that follow; nothing without one. */
export function ComingUpList({ following, first }: ComingUpListProps) {
  const { t } = useLingui();
  const found = readFragment(UpcomingFragment, first);
  if (found.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="coming-up">
      <h2 className="d2 mb-6" id="coming-up">{t`Coming up`}</h2>
      <PagedList list={`coming-up.${following}`}>
        {({ after, takesFocus, further }) =>
          after === null ? (
            <Classes found={found} most={shownFirst} takesFocus={false} further={further} />
          ) : (
            <Further following={following} after={after} takesFocus={takesFocus} further={further} />
          )
        }
      </PagedList>
    </section>
  );
}

type FurtherProps = ListPage & { following: boolean };

function Further({ following, after, takesFocus, further }: FurtherProps) {
  const { t } = useLingui();
  const query = useQuery({
    query: ComingUpQuery,
    variables: { following, first: shownNext + 1, after },
  });
  const [{ data, error }] = query;
  if (data)
    return (
      <Classes
        found={readFragment(UpcomingFragment, data.upcomingClasses)}
        most={shownNext}
        takesFocus={takesFocus}
        further={further}
      />
    );
  return error ? (
    <QueryError query={query} title={t`Couldn’t load the next classes`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : (
    <p className="list-wide muted" role="status">{t`Loading classes`}</p>
  );
}

type ClassesProps = Pick<ListPage, "takesFocus" | "further"> & {
  /** One more than `most` says that there are others. */
  found: readonly Upcoming[];
  most: number;
};

function Classes({ found, most, takesFocus, further }: ClassesProps) {
  const { t } = useLingui();
  const list = usePageFocus<HTMLUListElement>(takesFocus, true);
  const classes = found.slice(0, most);
  return (
    <>
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
      {further(found.length > most ? (classes.at(-1)?.cursor ?? null) : null)}
    </>
  );
}
