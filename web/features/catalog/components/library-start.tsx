import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { ComingUp } from "../public/coming-up.tsx";
import { LibraryCourses } from "../../courses/public/library-courses.tsx";

const LibrarySongsQuery = graphql(`
  query LibrarySongs {
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
`);

/** What the library begins with while nothing is filtered: what is coming, courses, and songs that many classes use. */
export function LibraryStart() {
  return (
    <>
      <ComingUp />
      <LibraryCourses />
      <LibrarySongs />
    </>
  );
}

function LibrarySongs() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: LibrarySongsQuery });
  if (!data || data.songs.items.length === 0) return null;
  const { items, total } = data.songs;
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
