import "../pages/courses.css";
import { useLingui } from "@lingui/react/macro";
import type { FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { CourseCard, CourseCardFragment } from "./course-card.tsx";

type LibraryCoursesProps = {
  courses: readonly ({ id: string } & FragmentOf<typeof CourseCardFragment>)[];
};

/** The latest courses, with the way to all; nothing in a library without courses. */
export function LibraryCourses({ courses }: LibraryCoursesProps) {
  const { t } = useLingui();
  if (courses.length === 0) return null;
  return (
    <section className="library-courses" aria-labelledby="library-courses">
      <div className="sec-h">
        <h2 className="d2" id="library-courses">{t`Courses`}</h2>
        <Link className="link" to={paths.courses()}>{t`See all courses`}</Link>
      </div>
      <ul className="course-grid">
        {courses.map((course) => (
          <li key={course.id}>
            <CourseCard course={course} />
          </li>
        ))}
      </ul>
    </section>
  );
}
