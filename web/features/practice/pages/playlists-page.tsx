import "../components/playlists.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate } from "../../../lib/router/index.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";

// Lazy: forms load the library that validates them.
const NewPlaylist = lazy(async () => ({
  default: (await import("../components/new-playlist.tsx")).NewPlaylist,
}));

const PlaylistsQuery = graphql(`
  query Playlists {
    myPlaylists {
      maxPlaylists
      items {
        thumbnailImageUrl
        playlist {
          id
          name
          classCount
          shareKey
        }
      }
    }
  }
`);

/** The viewer's playlists. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Playlists`);
  const navigate = useNavigate();
  const query = useQuery({ query: PlaylistsQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }] = query;
  const lists = data?.myPlaylists;
  const max = lists?.maxPlaylists ?? 0;
  return (
    <div className="page page-top stack">
      <h1 className="d1 d1-page">{t`Playlists`}</h1>
      {error && !lists ? (
        <QueryError query={query} title={t`Couldn’t load your playlists`}>
          {t`We couldn’t connect. Your playlists are safe.`}
        </QueryError>
      ) : !lists ? (
        <Skeleton label={t`Loading your playlists`} className="playlist-grid">
          {[0, 1, 2].map((nth) => (
            <span className="stack gap-2" key={nth}>
              <span className="sk sk-pic" />
              <TextSkeleton className="t3 w-3/5" />
            </span>
          ))}
        </Skeleton>
      ) : (
        <>
          {lists.items.length < max ? (
            <div className="playlist-new">
              <Suspense>
                <NewPlaylist
                  classId={null}
                  onCreated={({ id }) => void navigate({ to: paths.playlist(id) })}
                />
              </Suspense>
            </div>
          ) : (
            <p className="hint">{t`You have ${max} playlists, the most there can be.`}</p>
          )}
          {lists.items.length === 0 ? (
            <EmptyState title={t`No playlists yet`}>
              {t`Put classes in your own order, and dance them one after the other.`}
            </EmptyState>
          ) : (
            <ul className="playlist-grid">
              {lists.items.map(({ thumbnailImageUrl, playlist }, index) => (
                <li key={playlist.id}>
                  <Link className="playlist-card" to={paths.playlist(playlist.id)}>
                    <span className="media" data-theme="room">
                      {thumbnailImageUrl && (
                        <Picture
                          url={thumbnailImageUrl}
                          sizes="(min-width: 64rem) 23vw, (min-width: 40rem) 45vw, 92vw"
                          eager={index < 4}
                        />
                      )}
                    </span>
                    <span className="card-name">{playlist.name}</span>
                    <span className="facts">
                      <span className="tn">
                        {plural(playlist.classCount, { one: "# class", other: "# classes" })}
                      </span>
                      {playlist.shareKey !== null && <span>{t`Shared by link`}</span>}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
