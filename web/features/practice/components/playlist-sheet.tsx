import "./playlists.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Check, Plus } from "lucide-react";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useChangePlaylist } from "../actions/change-playlist.ts";
import { NewPlaylist } from "./new-playlist.tsx";

const PlaylistsWithClass = graphql(`
  query PlaylistsWithClass($classId: ID!) {
    myPlaylists(classId: $classId) {
      maxPlaylists
      maxClasses
      items {
        hasClass
        place
        playlist {
          id
          name
          classCount
        }
      }
    }
  }
`);

/** Adds a class to the viewer's playlists, also to a new one. `classId`: the class's internal id. */
export function PlaylistSheet({
  classId,
  title,
  onClose,
}: {
  classId: string;
  title: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { add, remove } = useChangePlaylist();
  const query = useQuery({
    query: PlaylistsWithClass,
    variables: { classId },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  const lists = data?.myPlaylists;
  const max = lists?.maxPlaylists ?? 0;
  return (
    <Sheet
      title={t`Add to playlist`}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <Link className="link strong" to={paths.playlists()} onClick={onClose}>
          {t`All playlists`}
        </Link>
      }
    >
      <p className="muted">{title}</p>
      {error && !lists ? (
        <QueryError query={query} title={t`Couldn’t load your playlists`}>
          {t`We couldn’t connect. Your playlists are safe.`}
        </QueryError>
      ) : !lists ? (
        <Skeleton label={t`Loading your playlists`} className="stack">
          <TextSkeleton className="w-4/5" />
          <TextSkeleton className="w-3/5" />
        </Skeleton>
      ) : (
        <>
          <ul className="playlist-choices" aria-label={t`Playlists`}>
            {lists.items.map(({ hasClass, place, playlist: { id, name, classCount } }) => {
              const isFull = !hasClass && classCount >= lists.maxClasses;
              return (
                <li key={id}>
                  <Button
                    tone="bare"
                    wide
                    aria-pressed={hasClass}
                    disabledReason={isFull ? t`This playlist is full.` : null}
                    onClick={() =>
                      void (hasClass
                        ? remove(id, { classId, title, place: place ?? classCount })
                        : add(id, classId))
                    }
                  >
                    <Icon of={hasClass ? Check : Plus} />
                    <span className="strong">{name}</span>
                    <span className="t1 tn nowrap">
                      {plural(classCount, { one: "# class", other: "# classes" })}
                    </span>
                  </Button>
                </li>
              );
            })}
          </ul>
          {lists.items.length < max ? (
            <NewPlaylist classId={classId} onCreated={({ name }) => showToast(t`Added to “${name}”`)} />
          ) : (
            <p className="hint">{t`You have ${max} playlists, the most there can be.`}</p>
          )}
        </>
      )}
    </Sheet>
  );
}
