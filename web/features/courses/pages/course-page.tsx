import "./courses.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { startState } from "../../../lib/start-state.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Eight } from "../../../ui/eight.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { OwnOfferFragment } from "../../billing/public/own-offer-fragment.ts";
import { FollowButton } from "../../catalog/public/follow-button.tsx";
import { FollowFragment } from "../../catalog/public/follow-fragment.ts";
import { useEnrollment } from "../actions/use-enrollment.ts";
import { CourseFacts } from "../components/course-facts.tsx";
import { dayText } from "../components/course-day.ts";
import { CourseClassRow } from "../components/course-class-row.tsx";
import {
  CourseProgressFragment,
  type CourseClass,
  type CourseProgress,
} from "../components/course-progress.ts";
import { Prerequisite, PrerequisiteFragment } from "../components/prerequisite.tsx";
import { currentDay } from "../components/start-day.ts";
import { StartText } from "../components/start-text.tsx";

// Lazy: only who can't open the course yet is shown its price.
const OwnOffers = lazy(async () => ({
  default: (await import("../../billing/public/own-offers.tsx")).OwnOffers,
}));
// Lazy: few courses have several start days.
const StartChoice = lazy(async () => ({
  default: (await import("../components/start-choice.tsx")).StartChoice,
}));
const StartChange = lazy(async () => ({
  default: (await import("../components/start-change.tsx")).StartChange,
}));
// Below the first view.
const Certificate = lazy(async () => ({
  default: (await import("../components/certificate.tsx")).Certificate,
}));

const CourseQuery = graphql(
  `
    query CoursePage($slug: String!) {
      me {
        id
        name
      }
      course(slug: $slug) {
        id
        slug
        title
        description
        thumbnailImageUrl
        pace
        weekCount
        classCount
        durationInMs
        joinedCount
        setId
        certificateId
        prerequisite {
          id
          ...Prerequisite
        }
        follow {
          ...FollowState
        }
        instructors {
          slug
          name
        }
        ...CourseProgress
      }
    }
  `,
  [CourseProgressFragment, FollowFragment, PrerequisiteFragment],
);
const OffersQuery = graphql(
  `
    query CourseOffers($courseId: ID!) {
      ownOffers(courseId: $courseId) {
        ...OwnOffer
      }
    }
  `,
  [OwnOfferFragment],
);
type Found = NonNullable<ResultOf<typeof CourseQuery>["course"]>;

/** A course: what it is, the class to continue, its classes by weeks, and the certificate. */
export function Page() {
  const { t } = useLingui();
  const { slug = "" } = useParams();
  const query = useQuery({ query: CourseQuery, variables: { slug }, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const found = data?.course;
  return (
    <AwaitedPage
      query={query}
      title={found?.title}
      failed={{ title: t`Couldn’t load the course`, words: t`We couldn’t connect. Your progress is saved.` }}
      missing={{
        title: t`Course not found`,
        words: t`It may have been removed, or the link may be wrong.`,
        way: (
          <Link className="btn btn-go" to={paths.courses()}>
            {t`See all courses`}
          </Link>
        ),
      }}
      skeleton={
        <div className="page page-top">
          <Skeleton label={t`Loading course`} className="course-hero">
            <span className="sk sk-pic" />
            <div className="stack">
              <TextSkeleton className="d1 d1-page w-4/5" />
              <TextSkeleton className="w-full" />
              <span className="sk btn btn-l w-1/2" />
            </div>
          </Skeleton>
        </div>
      }
    >
      {found && (
        <Course
          found={found}
          name={data?.me?.name ?? null}
          onAsk={() => again({ requestPolicy: "network-only" })}
        />
      )}
    </AwaitedPage>
  );
}

type CourseProps = {
  found: Found;
  name: string | null;
  /** Asks for the course again. */
  onAsk: () => void;
};

function Course({ found, name, onAsk }: CourseProps) {
  const { t } = useLingui();
  const course = readFragment(CourseProgressFragment, found);
  const { classes } = course.progress;
  const weeks = [...Map.groupBy(classes, ({ week }) => week)];
  // Where every class is free, it says nothing.
  const hasPaid = classes.some(({ studioClass }) => !studioClass.isFree);
  const isShut = classes.some(({ studioClass }) => studioClass.isLocked);
  const [{ data: sold }] = useQuery({
    query: OffersQuery,
    variables: { courseId: found.id },
    pause: !isShut,
  });
  const offers = (isShut && sold?.ownOffers) || [];
  return (
    <div className="page page-top">
      <article className="course-hero">
        {found.thumbnailImageUrl && (
          <div className="media" data-theme="room">
            <Picture url={found.thumbnailImageUrl} sizes="(min-width: 64rem) 50vw, 92vw" eager />
          </div>
        )}
        <div className="stack">
          <p className="strong">{t`Course`}</p>
          <h1 className="d1 d1-page">{found.title}</h1>
          <CourseFacts course={found} />
          {found.prerequisite && <Prerequisite course={found.prerequisite} />}
          <p className="pretty">{found.description}</p>
          {offers.length > 0 && (
            <Suspense>
              <OwnOffers offers={offers} next={paths.course(found.slug)} isMain />
            </Suspense>
          )}
          <NextStep found={found} course={course} isMain={offers.length === 0} onAsk={onAsk} />
        </div>
      </article>
      <section className="sec" aria-label={t`Classes`}>
        {weeks.map(([week, ofWeek]) => (
          <div className="course-week" key={week}>
            <div>
              <h2 className="d2">{weeks.length > 1 ? t`Week ${week}` : t`Classes`}</h2>
              <WeekNote classes={ofWeek} />
            </div>
            <ol className="course-classes" start={ofWeek[0]?.place}>
              {ofWeek.map((one) => (
                <CourseClassRow
                  key={one.studioClass.id}
                  one={one}
                  course={course}
                  setId={found.setId}
                  saysFree={hasPaid}
                />
              ))}
            </ol>
          </div>
        ))}
      </section>
      {course.isJoined && (
        <Suspense>
          <Certificate
            name={name}
            course={found}
            classes={classes}
            completedAt={course.completedAt}
            onAsk={onAsk}
          />
        </Suspense>
      )}
    </div>
  );
}

type NextStepProps = {
  found: Found;
  course: CourseProgress;
  /** This is the main thing to do; else buying the course is. */
  isMain: boolean;
  /** Asks for the course again. */
  onAsk: () => void;
};

/** Joins the course, or continues with its next class. */
function NextStep({ found, course, isMain, onAsk }: NextStepProps) {
  const { t } = useLingui();
  const { busy, join, leave } = useEnrollment(found.slug, onAsk);
  const { next, completedCount, classes } = course.progress;
  const total = classes.length;
  const { startsOn, startDays } = course;
  const [chosen, setChosen] = useState<string | null>(null);
  // The day that is shown is the day that is joined.
  const picked = chosen !== null && startDays.includes(chosen) ? chosen : startsOn;
  if (!course.isJoined)
    return (
      <div className="stack">
        {picked && startDays.length > 1 ? (
          <Suspense fallback={<div className="course-start" />}>
            <StartChoice days={startDays} chosen={picked} onChoose={setChosen} />
          </Suspense>
        ) : (
          startsOn && (
            <p className="muted">
              <StartText day={startsOn} />
            </p>
          )
        )}
        <div className="row wrap">
          <button
            type="button"
            className={isMain ? "btn btn-go btn-l" : "btn btn-l"}
            aria-busy={busy || undefined}
            onClick={() => void (busy || join(picked))}
          >
            {t`Join course`}
          </button>
          <FollowButton follow={found.follow} />
        </div>
        <p className="hint">{t`Follow to hear when it starts and gets new classes.`}</p>
      </div>
    );
  const waiting = classes.find(({ isOpen }) => !isOpen);
  return (
    <div className="stack">
      <div className="row wrap between end">
        <Eight
          size="lg"
          value={total === 0 ? 0 : completedCount / total}
          label={t`${completedCount} of ${total} classes`}
        />
        <p className="num course-count" aria-hidden="true">
          {completedCount}
          <span className="faint"> {t`of ${total}`}</span>
        </p>
      </div>
      {next ? (
        <p>
          <span className="strong">{next.studioClass.title}</span>
          <br />
          <span className="muted">
            {next.eights > 0 && t`You know ${next.knownEights} of ${next.eights} eights.`}
          </span>
        </p>
      ) : (
        waiting && (
          <p className="muted">
            {waiting.opensOn
              ? t`The next class opens ${dayText(waiting.opensOn)}.`
              : t`Learn the parts of the last class to open the next.`}
          </p>
        )
      )}
      {/* Until their start, dancers may change to another one. */}
      {startsOn && startsOn > currentDay() && startDays.length > 1 && startDays.includes(startsOn) && (
        <Suspense fallback={<div className="course-start" />}>
          <StartChange days={startDays} joined={startsOn} busy={busy} onChange={join} />
        </Suspense>
      )}
      {course.completedAt && <p className="strong">{t`You completed this course.`}</p>}
      <div className="row wrap">
        {next &&
          (next.studioClass.isLocked ? (
            <Link
              className={isMain ? "btn btn-go btn-l" : "btn btn-l"}
              to={paths.studioClass(next.studioClass.classId)}
            >
              {t`Open class ${next.place}`}
            </Link>
          ) : (
            <Link
              className="btn btn-go btn-l"
              to={paths.player(next.studioClass.classId)}
              search={setSearch(found.setId)}
              state={startState}
            >
              {completedCount === 0 ? t`Start class ${next.place}` : t`Continue with class ${next.place}`}
            </Link>
          ))}
        <button
          type="button"
          className="btn"
          aria-busy={busy || undefined}
          onClick={() => void (busy || leave())}
        >
          {t`Leave course`}
        </button>
        <FollowButton follow={found.follow} />
      </div>
    </div>
  );
}

/** The day on which a week opens, if it hasn't. */
function WeekNote({ classes }: { classes: readonly CourseClass[] }) {
  const { t } = useLingui();
  const minutes = minutesOf(
    classes.reduce((sum, { studioClass }) => sum + studioClass.video.durationInMs, 0),
  );
  const opensOn = classes[0]?.opensOn;
  return <p className="t1 muted tn">{opensOn ? t`Opens ${dayText(opensOn)}` : t`About ${minutes} min`}</p>;
}
