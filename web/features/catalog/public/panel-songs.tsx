import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { ClassSongList } from "../components/class-song-list.tsx";

const PanelSongsQuery = graphql(`
  query PanelSongs($id: ID!) {
    studioClass(id: $id) {
      id
      songs {
        startMs
        endMs
        song {
          id
          slug
          title
          artist
        }
      }
    }
  }
`);

/** The songs of the class that plays; nothing without one, and while offline. */
export function PanelSongs({ classId }: { classId: string }) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: PanelSongsQuery, variables: { id: classId } });
  const songs = data?.studioClass?.songs ?? [];
  if (songs.length === 0) return null;
  return (
    <section className="grp" aria-labelledby="pl-songs">
      <h3 className="lab" id="pl-songs">{t`Songs`}</h3>
      <ClassSongList songs={songs} />
    </section>
  );
}
