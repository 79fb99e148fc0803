import { useLingui } from "@lingui/react/macro";
import { Link, useParams } from "../../../lib/router/index.ts";
import { lazy, Suspense, useEffect } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { paths } from "../../../lib/paths.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { useIsChild } from "../../identity/public/me.ts";
import { SaveToggle } from "../../practice/public/save-toggle.tsx";
import { previewOf } from "../public/class-preview.ts";
import { ClassSummaryFragment } from "../public/class-summary.ts";
import { InstructorFace } from "../public/instructor-face.tsx";
import { resumePlace } from "../public/resume-place.ts";
import { useClassLabels } from "../public/labels.ts";
import { ClassEntry, ClassEntryFragment } from "../components/class-entry.tsx";
import { ClassDetailsFragment } from "../components/class-details-fragment.ts";
import { Score, ScorePartFragment } from "../components/score.tsx";

// Lazy: renders nothing until its classes have loaded.
const RelatedRail = lazy(async () => ({
  default: (await import("../components/related-rail.tsx")).RelatedRail,
}));
const { Part: ClassDetails, preload } = lazyPart(
  async () => (await import("../components/class-details.tsx")).ClassDetails,
);
preload();
const ClassTrailer = lazy(async () => ({
  default: (await import("../components/class-trailer.tsx")).ClassTrailer,
}));
const ClassMore = lazy(async () => ({
  default: (await import("../components/class-more.tsx")).ClassMore,
}));

const ClassPageQuery = graphql(
  `
    query ClassPage($id: ID!) {
      studioClass(id: $id) {
        id
        description
        isSaved
        isHidden
        unpublishedState
        publishedAt
        trailerUrl
        ...ClassSummary
        userProgress {
          completed
          percent
          time {
            hour
            minute
            second
          }
        }
        parts {
          index
          eights
          ...ScorePart
        }
        nextClass {
          id
          ...ClassSummary
        }
        ...ClassEntry
        ...ClassDetails
      }
    }
  `,
  [ScorePartFragment, ClassSummaryFragment, ClassEntryFragment, ClassDetailsFragment],
);

// Lazy: only for a class that isn't in the library yet.
const UpcomingClass = lazy(async () => ({
  default: (await import("../components/upcoming-class.tsx")).UpcomingClass,
}));

const ClassDiscussion = lazy(async () => ({
  default: (await import("../../community/public/class-discussion.tsx")).ClassDiscussion,
}));

const ClassPractice = lazy(async () => ({
  default: (await import("../components/class-practice.tsx")).ClassPractice,
}));

/** Polling interval in milliseconds while a class is transcoded. */
const askAgainMs = 2_000;

/** A class: attributes, entry, parts, and related classes. */
export function Page() {
  const { classId = "" } = useParams() as { classId?: string };
  // Keyed by class, so that no state of the last one remains, such as its image's transition name.
  return <ClassPage key={classId} classId={classId} />;
}

function ClassPage({ classId }: { classId: string }) {
  const { t } = useLingui();
  const query = useQuery({ query: ClassPageQuery, variables: { id: classId } });
  const [{ data }, again] = query;
  const found = data?.studioClass;
  const summary = readFragment(ClassSummaryFragment, found);
  const status = summary?.video.encodingStatus;
  const isComing = status === "queued" || status === "running";
  useEffect(() => {
    if (!isComing) return;
    const timer = setInterval(() => again({ requestPolicy: "network-only" }), askAgainMs);
    return () => clearInterval(timer);
  }, [isComing, again]);
  // Not in the library: it may come up.
  if (data && !found)
    return (
      <Suspense fallback={<ClassSkeleton />}>
        <UpcomingClass classId={classId} skeleton={<ClassSkeleton />} />
      </Suspense>
    );
  return (
    <AwaitedPage
      query={query}
      title={summary?.title}
      failed={{
        title: t`Couldn’t load this class`,
        words: t`We couldn’t connect. Your progress is saved.`,
      }}
      skeleton={<ClassSkeleton />}
    >
      {found && <StudioClass found={found} />}
    </AwaitedPage>
  );
}

function StudioClass({ found }: { found: NonNullable<ResultOf<typeof ClassPageQuery>["studioClass"]> }) {
  const { t } = useLingui();
  const { userProgress, parts, unpublishedState } = found;
  const summary = readFragment(ClassSummaryFragment, found);
  const isChild = useIsChild();
  const isComplete = userProgress?.completed ?? false;
  // A draft may have none yet.
  const hasVideo = !unpublishedState || summary.video.encodingStatus !== "queued";
  const resumeMs = resumePlace(userProgress, summary.video.durationInMs);
  const eights = parts.reduce((sum, part) => sum + part.eights, 0);
  return (
    <>
      <div className="page page-top cls">
        <div className="media class-picture" data-theme="room">
          <Picture
            url={summary.thumbnailImageUrl}
            focus={summary.imageFocus}
            alt={t`${summary.instructor.name} dancing ${summary.title}`}
            sizes="(min-width: 64rem) 62vw, 100vw"
            eager
          />
          {found.trailerUrl && (
            <Suspense>
              <ClassTrailer url={found.trailerUrl} title={summary.title} />
            </Suspense>
          )}
        </div>
        <div className="stack cls-words">
          <h1 className="d1 d1-page class-title">{summary.title}</h1>
          <ClassFacts found={summary} />
          <p className="muted pretty">{found.description}</p>
          <div className="stack gap-3">
            {hasVideo && <ClassEntry studioClass={found} />}
            {!unpublishedState && <SaveToggle id={found.id} isSaved={found.isSaved} />}
            <Suspense fallback={<span className="sk btn btn-w" />}>
              <ClassMore
                found={found}
                classId={summary.classId}
                title={summary.title}
                leavesAt={summary.leavesAt}
                hasVideo={hasVideo}
              />
            </Suspense>
          </div>
        </div>
      </div>
      <div className="page sec split split-a">
        <section aria-labelledby="parts">
          <div className="sec-h">
            <h2 className="d2" id="parts">
              {t`Class breakdown`}
            </h2>
            <span className="t1 muted tn nowrap">
              {t`${eights} eights, ${formatDuration(summary.video.durationInMs)}`}
            </span>
          </div>
          <Score
            classId={summary.classId}
            parts={parts}
            atMs={resumeMs > 0 ? resumeMs : null}
            isComplete={isComplete}
            canEnter={summary.video.encodingStatus === "available" && !summary.isLocked}
          />
          <Suspense>{!unpublishedState && <ClassPractice id={found.id} />}</Suspense>
        </section>
        <aside className="cls-more" aria-label={t`About this class`}>
          <Suspense>
            <ClassDetails studioClass={found} next={found.nextClass} />
          </Suspense>
        </aside>
      </div>
      <div className="page">
        <Suspense>
          <RelatedRail id={found.id} style={summary.styleV2} />
        </Suspense>
        <Suspense>{!isChild && !unpublishedState && <ClassDiscussion id={found.id} />}</Suspense>
      </div>
    </>
  );
}

/** Who teaches the class, and what it is. A preview has no link: the page that replaces it would lose a press. */
function ClassFacts({
  found: { instructor, styleV2, level, video },
  isPreview,
}: {
  found: ResultOf<typeof ClassSummaryFragment>;
  isPreview?: boolean;
}) {
  const labels = useClassLabels();
  return (
    <div className="by class-facts">
      <InstructorFace url={instructor.faceURL} size="name" eager />
      <div>
        {isPreview ? (
          <bdi className="strong">{instructor.name}</bdi>
        ) : (
          <Link className="link strong" to={paths.instructor(instructor.slug)}>
            <bdi>{instructor.name}</bdi>
          </Link>
        )}
        <p className="facts">
          <span>{styleV2.name}</span>
          <span>{labels.level(level)}</span>
          <span className="tn">{formatDuration(video.durationInMs)}</span>
        </p>
      </div>
    </div>
  );
}

/** Skeleton of the page, with the data that the pressed card already showed. */
function ClassSkeleton() {
  const { t } = useLingui();
  const { classId } = useParams() as { classId?: string };
  const preview = previewOf(classId);
  return (
    <div className="page page-top cls">
      <div className={preview ? "media class-picture" : "media skeleton"} data-theme="room">
        {preview && (
          <Picture
            url={preview.thumbnailImageUrl}
            focus={preview.imageFocus}
            sizes="(min-width: 64rem) 62vw, 100vw"
            eager
          />
        )}
      </div>
      <div className="cls-words stack">
        {preview && (
          <>
            <h1 className="d1 d1-page class-title">{preview.title}</h1>
            <ClassFacts found={preview} isPreview />
          </>
        )}
        <Skeleton label={t`Loading class`} className="stack">
          {!preview && (
            <>
              <TextSkeleton className="d1 d1-page w-4/5" />
              <TextSkeleton className="t1 w-1/2" />
            </>
          )}
          <TextSkeleton className="w-full" />
          <TextSkeleton className="w-3/4" />
          <span className="sk btn btn-l btn-w" />
        </Skeleton>
      </div>
    </div>
  );
}
