import "../pages/courses.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { CourseCard, CourseCardFragment } from "./course-card.tsx";

const LibraryCoursesQuery = graphql(
  `
    query LibraryCourses {
      courses(pagination: { first: 3 }) {
        nextCursor
        items {
          id
          ...CourseCard
        }
      }
    }
  `,
  [CourseCardFragment],
);

/** The latest three courses, with the way to all; nothing in a library without courses. */
export function LibraryCourses() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: LibraryCoursesQuery });
  const courses = data?.courses.items ?? [];
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
