import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { formatDuration } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { FilteredClasses, preload } from "../components/late-filtered-classes.ts";
import { useClassLabels } from "../public/labels.ts";
import { HeadSkeleton } from "../components/head-skeleton.tsx";
import { HearExcerpt } from "./hear-excerpt.tsx";
import { SongMap, SongMapFragment } from "./song-map.tsx";

preload();

const SongPageQuery = graphql(
  `
    query SongPage($slug: String!) {
      song(slug: $slug) {
        id
        slug
        title
        artist
        isExplicit
        classCount
        durationMs
        bpm
        energy
        eights
        excerptUrl
        ...SongMap
      }
    }
  `,
  [SongMapFragment],
);

/** A song to hear, its eights, and the classes that use it. */
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
          <SongHead song={found} />
          <SongMap song={found} />
          <section className="sec" aria-labelledby="song-classes">
            <div className="sec-h">
              <h2 className="d2" id="song-classes">{t`Classes with this song`}</h2>
            </div>
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

type FoundSong = NonNullable<ResultOf<typeof SongPageQuery>["song"]>;

function SongHead({ song }: { song: FoundSong }) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const { title, artist, durationMs, isExplicit, classCount, bpm, energy, eights, excerptUrl } = song;
  const energyName = energy !== null && labels.energy(energy);
  return (
    <header className="song-head">
      <div className="stack">
        <h1 className="d1 d1-page">
          <bdi>{title}</bdi>
        </h1>
        <p className="facts t2">
          <bdi>{artist}</bdi>
          {durationMs !== null && <span className="tn">{formatDuration(durationMs)}</span>}
          {energyName && <span>{t`Energy: ${energyName}`}</span>}
          {isExplicit && <span>{t`Explicit lyrics`}</span>}
          <span className="tn">{plural(classCount, { one: "# class", other: "# classes" })}</span>
        </p>
        {excerptUrl && (
          <div>
            <HearExcerpt url={excerptUrl} />
          </div>
        )}
      </div>
      {bpm !== null && (
        <p className="song-tempo">
          <b className="num">{bpm}</b>{" "}
          <span className="muted facts">
            <span>{t`BPM`}</span>
            {eights !== null && (
              <span className="tn">{plural(eights, { one: "# eight", other: "# eights" })}</span>
            )}
          </span>
        </p>
      )}
    </header>
  );
}
