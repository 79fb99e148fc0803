import "../components/playlists.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useParams } from "../../../lib/router/index.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { useIsChild } from "../../identity/public/me.ts";
import { PlaylistClassFragment } from "../components/playlist-fragment.ts";
import { PlaylistHead } from "../components/playlist-head.tsx";
import { SharedPlaylist } from "../components/shared-playlist.tsx";

// Chunks of its own, so that the list of chunks which every page loads stays short; it loads with this page.
const { Part: PlaylistOrder, preload } = lazyPart(
  async () => (await import("../components/playlist-order.tsx")).PlaylistOrder,
);
const PlaylistSharing = lazy(async () => ({
  default: (await import("../components/playlist-sharing.tsx")).PlaylistSharing,
}));
const PlaylistSettings = lazy(async () => ({
  default: (await import("../components/playlist-settings.tsx")).PlaylistSettings,
}));

const PlaylistQuery = graphql(
  `
    query Playlist($id: ID!) {
      playlist(id: $id) {
        id
        name
        shareKey
        revision
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

/** A playlist: one of the viewer's, by its id, or one that someone shared. */
export function Page() {
  const { id } = useParams();
  return id === undefined ? <SharedPlaylist /> : <OwnPlaylist id={id} />;
}

/** One of the viewer's playlists: its classes in order, to play, order and share. */
function OwnPlaylist({ id }: { id: string }) {
  const { t } = useLingui();
  useEffect(preload, []);
  const query = useQuery({ query: PlaylistQuery, variables: { id }, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const found = data?.playlist;
  return (
    <AwaitedPage
      query={query}
      title={found?.name}
      failed={{
        title: t`Couldn’t load the playlist`,
        words: t`We couldn’t connect. Your playlists are safe.`,
      }}
      missing={{
        title: t`Playlist not found`,
        words: t`It may have been deleted, or it isn’t yours.`,
        way: (
          <Link className="btn btn-go" to={paths.playlists()}>
            {t`All playlists`}
          </Link>
        ),
      }}
      skeleton={
        <div className="page page-top">
          <Skeleton label={t`Loading playlist`} className="stack">
            <TextSkeleton className="d1 d1-page w-3/5" />
            <TextSkeleton className="w-4/5" />
            <TextSkeleton className="w-4/5" />
          </Skeleton>
        </div>
      }
    >
      {found && <Playlist found={found} reload={() => again({ requestPolicy: "network-only" })} />}
    </AwaitedPage>
  );
}

function Playlist({
  found,
  reload,
}: {
  found: NonNullable<ResultOf<typeof PlaylistQuery>["playlist"]>;
  reload: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isChild = useIsChild();
  const [sheet, setSheet] = useState<"sharing" | "settings" | null>(null);
  const close = (): void => setSheet(null);
  const classes = found.classes.map((one) => readFragment(PlaylistClassFragment, one));
  return (
    <div className="page page-top stack">
      <PlaylistHead
        name={found.name}
        note={found.shareKey === null ? t`Private` : t`Shared by link`}
        classes={classes}
        setId={found.setId}
      >
        {!isChild && <Button onClick={() => setSheet("sharing")}>{t`Share`}</Button>}
        <Button onClick={() => setSheet("settings")}>{t`Edit`}</Button>
      </PlaylistHead>
      {classes.length === 0 ? (
        <EmptyState
          title={t`No classes yet`}
          action={
            <Link className="btn" to={paths.library()}>
              {t`Browse the library`}
            </Link>
          }
        >
          {t`Add classes from their page, the library, or the player.`}
        </EmptyState>
      ) : (
        <Suspense>
          <PlaylistOrder playlist={{ ...found, classes }} reload={reload} />
        </Suspense>
      )}
      <Suspense>
        {sheet === "sharing" && <PlaylistSharing playlist={found} onClose={close} />}
        {sheet === "settings" && (
          <PlaylistSettings
            playlist={found}
            onClose={close}
            onDeleted={() => void navigate({ to: paths.playlists(), replace: true })}
          />
        )}
      </Suspense>
    </div>
  );
}
