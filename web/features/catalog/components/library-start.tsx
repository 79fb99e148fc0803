import { useLingui } from "@lingui/react/macro";
import { useLayoutEffect } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { CourseCardFragment } from "../../courses/public/course-card.tsx";
import { LibraryCourses } from "../../courses/public/library-courses.tsx";
import { ComingUpList, upcomingAtFirst, UpcomingFragment } from "../public/coming-up.tsx";

// One answer, so that all of it appears at once.
const LibraryStartQuery = graphql(
  `
    query LibraryStart($upcoming: Int!) {
      upcomingClasses(following: false, first: $upcoming, after: null) {
        ...Upcoming
      }
      courses(pagination: { first: 3 }) {
        items {
          id
          ...CourseCard
        }
      }
      songs(sort: popular, pagination: { first: 8 }) {
        total
        items {
          id
          slug
          title
          artist
        }
      }
    }
  `,
  [UpcomingFragment, CourseCardFragment],
);

type LibraryStartProps = {
  /** Called before the browser paints what came, or once it is known that nothing comes. */
  onSettled: () => void;
};

/** What the library begins with while nothing is filtered: what is coming, courses, and songs that many classes use. */
export function LibraryStart({ onSettled }: LibraryStartProps) {
  const [{ data, error }] = useQuery({ query: LibraryStartQuery, variables: { upcoming: upcomingAtFirst } });
  const isSettled = data !== undefined || error !== undefined;
  useLayoutEffect(() => {
    if (isSettled) onSettled();
  }, [isSettled, onSettled]);
  if (!data) return null;
  return (
    <>
      <ComingUpList following={false} first={data.upcomingClasses} />
      <LibraryCourses courses={data.courses.items} />
      <LibrarySongs songs={data.songs} />
    </>
  );
}

type LibrarySongsProps = { songs: ResultOf<typeof LibraryStartQuery>["songs"] };

function LibrarySongs({ songs: { items, total } }: LibrarySongsProps) {
  const { t } = useLingui();
  if (items.length === 0) return null;
  return (
    <section className="library-courses" aria-labelledby="library-songs">
      <div className="sec-h">
        <h2 className="d2" id="library-songs">{t`By song`}</h2>
        <Link className="link" to={paths.songs()}>
          {total > items.length ? t`See all ${total} songs` : t`See all songs`}
        </Link>
      </div>
      <div className="chips">
        {items.map(({ id, slug, title, artist }) => (
          <Link key={id} className="chip" to={paths.song(slug)} aria-label={t`${title} by ${artist}`}>
            <bdi>{title}</bdi>
          </Link>
        ))}
      </div>
    </section>
  );
}
