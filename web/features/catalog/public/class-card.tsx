import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { Lock } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { showPressed } from "./class-transition.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { ClassByline } from "./class-byline.tsx";
import { ClassSummaryFragment } from "./class-summary.ts";
import { useClassLabels } from "./labels.ts";

// Most classes stay, and their videos are ready.
const RareState = lazy(async () => ({ default: (await import("../components/rare-state.tsx")).RareState }));

// Only where a pointer or the focus rests on a card.
const CardTrailer = lazy(() =>
  import("../components/card-trailer.tsx").then(
    ({ CardTrailer: Trailer }) => ({ default: Trailer }),
    // Offline: the image stays.
    () => ({ default: () => null }),
  ),
);

type ClassCardProps = {
  studioClass: FragmentOf<typeof ClassSummaryFragment>;
  /** The `sizes` attribute of HTML. */
  sizes?: string;
  /** It is in the first view of its page. */
  eager?: boolean;
};

/** A class card: image, title, attributes. The whole card is one link. */
export function ClassCard({
  studioClass,
  sizes = "(min-width: 64rem) 23vw, 78vw",
  eager = false,
}: ClassCardProps) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const found = readFragment(ClassSummaryFragment, studioClass);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return (
    <Link
      className="card"
      to={paths.studioClass(found.classId)}
      onClick={(event) => showPressed(event, found)}
      onPointerEnter={({ pointerType }) => setPointed(pointerType === "mouse")}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className="media" data-theme="room">
        <Picture url={found.thumbnailImageUrl} sizes={sizes} eager={eager} />
        {(isPointed || isFocused) && found.trailerUrl && (
          <Suspense>
            <CardTrailer url={found.trailerUrl} />
          </Suspense>
        )}
        {found.isLocked && (
          <span className="lock">
            <Icon of={Lock} size="s" />
            {labels.opener(found)}
          </span>
        )}
        <CardFoot video={found.video} progress={found.userProgress} />
      </div>
      <div>
        <h3 className="card-name">{found.title}</h3>
        <ClassByline studioClass={found}>
          {found.isExplicit && <span>{t`Explicit`}</span>}
          {found.leavesAt && (
            <Suspense>
              <RareState leavesAt={found.leavesAt} />
            </Suspense>
          )}
        </ClassByline>
      </div>
    </Link>
  );
}

type CardFootProps = {
  video: { durationInMs: number; encodingStatus: string; encodingPercent: number };
  progress: { completed: boolean; percent: number } | null;
};

/** Overlay at the bottom of a card's image, exactly one: transcode progress, practice progress, or duration. */
function CardFoot({ video, progress }: CardFootProps) {
  const { t } = useLingui();
  if (video.encodingStatus !== "available")
    return (
      <Suspense>
        <RareState video={video} />
      </Suspense>
    );
  if (progress?.completed) return <Eight value={1} label={t`Completed`} />;
  if (progress && progress.percent > 0) {
    return <Eight value={progress.percent / 100} label={t`${Math.round(progress.percent)}% complete`} />;
  }
  return <span className="len">{formatDuration(video.durationInMs)}</span>;
}
