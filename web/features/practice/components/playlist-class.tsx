import { useLingui } from "@lingui/react/macro";
import { Lock } from "lucide-react";
import { formatDuration } from "../../../lib/formats.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { useClassLabels } from "../../catalog/public/labels.ts";
import type { PlaylistClass } from "./playlist-fragment.ts";

/** A class of a playlist: its image, and a link to its page within the playlist's set. */
export function PlaylistClassRow({ found, setId }: { found: PlaylistClass; setId: string }) {
  const { t } = useLingui();
  const labels = useClassLabels();
  return (
    <>
      <span className="media" data-theme="room">
        <Picture url={found.thumbnailImageUrl} sizes="6rem" />
      </span>
      <span className="playlist-words">
        <Link
          className="strong"
          to={paths.studioClass(found.classId)}
          search={setSearch(setId)}
          draggable={false}
        >
          {found.title}
        </Link>
        <span className="facts">
          <span>
            <bdi>{found.instructor.name}</bdi>
          </span>
          <span className="tn">{formatDuration(found.video.durationInMs)}</span>
          {found.isLocked && (
            <span className="playlist-lock">
              <Icon of={Lock} size="s" />
              <span className="sr-only">{t`Locked`}</span> {labels.opener(found)}
            </span>
          )}
        </span>
      </span>
    </>
  );
}
