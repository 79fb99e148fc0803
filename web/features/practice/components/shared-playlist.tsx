import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { PlaylistClassFragment } from "./playlist-fragment.ts";
import { PlaylistClassRow } from "./playlist-class.tsx";
import { PlaylistHead } from "./playlist-head.tsx";

const SharedPlaylistQuery = graphql(
  `
    query SharedPlaylist($key: String!) {
      sharedPlaylist(key: $key) {
        name
        setId
        classes {
          id
          ...PlaylistClass
        }
      }
    }
  `,
  [PlaylistClassFragment],
);

/** A playlist that someone shared: its name and classes. Its key is the hash of the address. */
export function SharedPlaylist() {
  const { t } = useLingui();
  const key = useLocation({ select: ({ hash }) => hash });
  const query = useQuery({
    query: SharedPlaylistQuery,
    variables: { key },
    requestPolicy: "cache-and-network",
  });
  const [{ data }] = query;
  const found = data?.sharedPlaylist;
  const classes = (found?.classes ?? []).map((one) => readFragment(PlaylistClassFragment, one));
  return (
    <AwaitedPage
      query={query}
      title={found?.name}
      failed={{ title: t`Couldn’t load the playlist`, words: t`We couldn’t connect. Try again in a moment.` }}
      missing={{
        title: t`Playlist not found`,
        words: t`It’s no longer shared, or the link is incomplete.`,
        way: (
          <Link className="btn btn-go" to={paths.library()}>
            {t`Browse the library`}
          </Link>
        ),
      }}
      skeleton={
        <div className="page page-top">
          <Skeleton label={t`Loading playlist`} className="stack">
            <TextSkeleton className="d1 d1-page w-3/5" />
            <TextSkeleton className="w-4/5" />
          </Skeleton>
        </div>
      }
    >
      {found && (
        <div className="page page-top stack">
          <PlaylistHead
            name={found.name}
            note={t`Shared by a dancer`}
            classes={classes}
            setId={found.setId}
          />
          {classes.length === 0 ? (
            <EmptyState title={t`No classes here`}>{t`The dancer hasn’t added any yet.`}</EmptyState>
          ) : (
            <ol className="playlist-classes playlist-shared">
              {classes.map((one, index) => (
                <li key={one.id}>
                  <b className="num tn" aria-hidden="true">
                    {index + 1}
                  </b>
                  <PlaylistClassRow found={one} setId={found.setId} />
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </AwaitedPage>
  );
}
