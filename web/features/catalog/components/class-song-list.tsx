import { useLingui } from "@lingui/react/macro";
import { formatDuration } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { useIsChild } from "../../identity/public/me.ts";

type Use = {
  startMs: number | null;
  endMs: number | null;
  song: { slug: string; title: string; artist: string };
};

/**
 * The songs of a class with links; one that comes again is named once, with when it begins. A child gets no links: the pages of
 * songs lead through the whole library.
 */
export function ClassSongList({ songs }: { songs: readonly Use[] }) {
  const { t } = useLingui();
  const isChild = useIsChild();
  return (
    <ul className="stack gap-2">
      {[...Map.groupBy(songs, ({ song }) => song.slug).values()].map((uses) => {
        const { title, artist, slug } = uses[0]!.song;
        const times = uses.flatMap(({ startMs }) => (startMs === null ? [] : [formatDuration(startMs)]));
        return (
          <li key={slug}>
            {isChild ? (
              <bdi>{title}</bdi>
            ) : (
              <Link className="link" to={paths.song(slug)}>
                <bdi>{title}</bdi>
              </Link>
            )}
            <span className="facts t1 muted">
              <bdi>{artist}</bdi>
              {songs.length > 1 && times.length > 0 && (
                <span className="tn">{t`from ${times.join(", ")}`}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
