import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { CourseFacts } from "../components/course-facts.tsx";
import { currentDay } from "../components/start-day.ts";
import { StartText } from "../components/start-text.tsx";

/** What a card shows of a course. */
export const CourseCardFragment = graphql(`
  fragment CourseCard on Course {
    slug
    title
    thumbnailImageUrl
    classCount
    weekCount
    durationInMs
    isJoined
    startsOn
    instructors {
      slug
      name
    }
    progress {
      completedCount
    }
  }
`);

type CourseCardProps = {
  course: FragmentOf<typeof CourseCardFragment>;
  /** Loads the image at once. */
  eager?: boolean;
};

/** A course as a link, with the viewer's progress once they joined. */
export function CourseCard({ course, eager = false }: CourseCardProps) {
  const { t } = useLingui();
  const shown = readFragment(CourseCardFragment, course);
  const { completedCount } = shown.progress;
  const { classCount, isJoined, startsOn } = shown;
  return (
    <Link className="course-card" to={paths.course(shown.slug)}>
      <div className="media" data-theme="room">
        {shown.thumbnailImageUrl && (
          <Picture url={shown.thumbnailImageUrl} sizes="(min-width: 64rem) 32vw, 92vw" eager={eager} />
        )}
      </div>
      <h2 className="t4">{shown.title}</h2>
      <CourseFacts course={shown} />
      {!isJoined && startsOn && startsOn >= currentDay() && (
        <p className="t1 muted">
          <StartText day={startsOn} />
        </p>
      )}
      {isJoined && (
        <Eight
          size="md"
          value={classCount === 0 ? 0 : completedCount / classCount}
          label={t`${completedCount} of ${classCount} classes`}
        />
      )}
    </Link>
  );
}
