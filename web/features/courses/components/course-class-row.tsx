import { useLingui } from "@lingui/react/macro";
import { Check, Lock } from "lucide-react";
import { minutesOf } from "../../../lib/formats.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useClassLabels } from "../../catalog/public/labels.ts";
import { dayText } from "./course-day.ts";
import type { CourseClass, CourseProgress } from "./course-progress.ts";

/** A class in the list of a course: its place, what it needs, and how far the viewer is with it. */
export function CourseClassRow({
  one,
  course,
  setId,
  saysFree,
}: {
  one: CourseClass;
  course: CourseProgress;
  setId: string;
  /** Whether a free class is called so. */
  saysFree: boolean;
}) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const { studioClass, eights, knownEights, isCompleted, isOpen } = one;
  const before = course.progress.classes.find(({ place }) => place === one.opensAfter);
  const isNext = course.isJoined && course.progress.next?.place === one.place;
  const minutes = minutesOf(studioClass.video.durationInMs);
  const title = before?.studioClass.title ?? "";
  return (
    <li className={isNext ? "now" : undefined}>
      <b className="num" aria-hidden="true">
        {one.place}
      </b>
      <div>
        {isOpen || !course.isJoined ? (
          <Link
            className="strong"
            to={paths.studioClass(studioClass.classId)}
            search={course.isJoined ? setSearch(setId) : {}}
          >
            {studioClass.title}
          </Link>
        ) : (
          <span className="strong muted">{studioClass.title}</span>
        )}
        <p className="facts">
          <span className="tn">{t`${minutes} min`}</span>
          {saysFree && studioClass.isFree && (
            <span>
              <span className="tag">{t`Free`}</span>
            </span>
          )}
          {studioClass.isLocked && (
            <span className="row gap-1">
              <Icon of={Lock} size="s" /> {labels.opener(studioClass)}
            </span>
          )}
          {isCompleted ? (
            <span>
              <Icon of={Check} size="s" /> {t`Completed`}
            </span>
          ) : isNext ? (
            <span>{t`Next`}</span>
          ) : course.isJoined && !isOpen ? (
            <span>
              {before
                ? t`Opens when you know “${title}”`
                : one.opensOn
                  ? t`Opens ${dayText(one.opensOn)}`
                  : t`Not open yet`}
            </span>
          ) : null}
        </p>
      </div>
      {course.isJoined && eights > 0 && (
        <Eight
          size="md"
          value={knownEights / eights}
          label={t`${studioClass.title}: ${knownEights} of ${eights} eights known`}
        />
      )}
    </li>
  );
}
