import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { minutesOf } from "../../../lib/formats.ts";

/** Where the server stops counting. */
const maxCounted = 10_000;

type CourseFactsProps = {
  course: {
    classCount: number;
    weekCount: number;
    durationInMs: number;
    /** At most 10,000; null for a few, missing where it isn't shown. */
    joinedCount?: number | null;
    instructors: readonly { slug: string; name: string }[];
  };
};

/** The facts of a course in a line: instructors, classes, minutes, weeks. */
export function CourseFacts({ course }: CourseFactsProps) {
  const { t, i18n } = useLingui();
  const { classCount, weekCount, durationInMs, joinedCount, instructors } = course;
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
      {joinedCount != null && (
        <span className="tn">
          {joinedCount < maxCounted
            ? plural(joinedCount, { one: "# dancer joined", other: "# dancers joined" })
            : t`More than ${i18n.number(maxCounted)} dancers joined`}
        </span>
      )}
    </p>
  );
}
