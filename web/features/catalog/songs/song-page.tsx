import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { FilteredClasses, preload } from "../components/late-filtered-classes.ts";
import { HeadSkeleton } from "../components/head-skeleton.tsx";

preload();

const SongPageQuery = graphql(`
  query SongPage($slug: String!) {
    song(slug: $slug) {
      id
      slug
      title
      artist
      isExplicit
      classCount
    }
  }
`);

/** A song, and the classes that use it. */
export function Page() {
  const { t } = useLingui();
  const { slug = "" } = useParams() as { slug?: string };
  const query = useQuery({ query: SongPageQuery, variables: { slug } });
  const found = query[0].data?.song;
  const way = (
    <Link className="btn" to={paths.songs()}>
      {t`Browse songs`}
    </Link>
  );
  return (
    <AwaitedPage
      query={query}
      title={found?.title}
      failed={{ title: t`Couldn’t load this song`, words: t`We couldn’t connect.` }}
      missing={{ title: t`Song not found`, words: t`It may have been removed.`, way }}
      skeleton={<HeadSkeleton label={t`Loading song`} />}
    >
      {found && (
        <div className="page page-top stack">
          <p>
            <Link className="link" to={paths.songs()}>{t`Songs`}</Link>
          </p>
          <h1 className="d1 d1-page">
            <bdi>{found.title}</bdi>
          </h1>
          <p className="facts t2">
            <bdi>{found.artist}</bdi>
            {found.isExplicit && <span>{t`Explicit lyrics`}</span>}
            <span className="tn">{plural(found.classCount, { one: "# class", other: "# classes" })}</span>
          </p>
          <section className="sec" aria-labelledby="song-classes">
            <h2 className="d2" id="song-classes">{t`Classes with this song`}</h2>
            <Suspense>
              <FilteredClasses
                within={{ songSlug: found.slug }}
                offers={["level", "length", "access", "sort"]}
                empty={{ title: t`No classes yet`, sentence: t`No class in the library uses this song now.` }}
              />
            </Suspense>
          </section>
        </div>
      )}
    </AwaitedPage>
  );
}
