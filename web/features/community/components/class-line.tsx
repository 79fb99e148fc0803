import { useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { formatDuration } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";

type ClassLineProps = {
  studioClass: { classId: string; title: string; thumbnailImageUrl: string };
  /** Position in the class that a post is about, in milliseconds: the link opens the player there. */
  atMs: number | null;
};

/** The class that a post is about. */
export function ClassLine({ studioClass: { classId, title, thumbnailImageUrl }, atMs }: ClassLineProps) {
  const { t } = useLingui();
  const isWhole = atMs === null;
  return (
    <Link
      className="class-line"
      to={isWhole ? paths.studioClass(classId) : paths.player(classId)}
      {...(isWhole ? {} : { state: startState })}
      search={isWhole ? {} : { t: Math.floor(atMs / 1000) }}
    >
      <span className="media">
        <Picture url={thumbnailImageUrl} sizes="6rem" />
      </span>
      <span>
        <span className="t1 muted">
          {isWhole ? t`From the class` : t`From the class, at ${formatDuration(atMs)}`}
        </span>
        <br />
        <span className="strong">{title}</span>
      </span>
      <Icon of={ChevronRight} />
    </Link>
  );
}
