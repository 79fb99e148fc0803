import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { minutesOf } from "../../../lib/formats.ts";

type CourseFactsProps = {
  course: {
    classCount: number;
    weekCount: number;
    durationInMs: number;
    instructors: readonly { slug: string; name: string }[];
  };
};

/** The facts of a course in a line: instructors, classes, minutes, weeks. */
export function CourseFacts({ course }: CourseFactsProps) {
  const { t } = useLingui();
  const { classCount, weekCount, durationInMs, instructors } = course;
  const minutes = minutesOf(durationInMs);
  return (
    <p className="facts">
      {instructors.map(({ slug, name }) => (
        <span key={slug}>
          <bdi>{name}</bdi>
        </span>
      ))}
      <span>{plural(classCount, { one: "# class", other: "# classes" })}</span>
      <span className="tn">{t`${minutes} min`}</span>
      {weekCount > 1 && <span>{plural(weekCount, { one: "# week", other: "# weeks" })}</span>}
    </p>
  );
}
