import "../pages/courses.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { startState } from "../../../lib/start-state.ts";
import { Eight } from "../../../ui/eight.tsx";

const MyCoursesQuery = graphql(`
  query MyCourses {
    myCourses(first: 2) {
      id
      slug
      title
      setId
      progress {
        completedCount
        classes {
          place
        }
        next {
          place
          studioClass {
            id
            classId
            title
            isLocked
          }
        }
      }
    }
  }
`);

/** The courses that the viewer joined last, each with its next class; nothing without one. */
export function MyCourses() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: MyCoursesQuery, requestPolicy: "cache-and-network" });
  const courses = data?.myCourses ?? [];
  if (courses.length === 0) return null;
  return (
    <section className="sec my-courses" aria-labelledby="my-courses">
      <div className="row wrap between end">
        <h2 className="d2" id="my-courses">{t`Your courses`}</h2>
        <Link className="link" to={paths.courses()}>
          {t`See all your courses`}
        </Link>
      </div>
      <ul className="my-course-list">
        {courses.map(({ id, slug, title, setId, progress }) => {
          const { next, completedCount } = progress;
          const total = progress.classes.length;
          return (
            <li key={id}>
              <div>
                <Link className="strong" to={paths.course(slug)}>
                  {title}
                </Link>
                <p className="t1 muted">
                  {next ? t`Next: ${next.studioClass.title}` : t`The next class isn’t open yet.`}
                </p>
              </div>
              <Eight
                size="md"
                value={total === 0 ? 0 : completedCount / total}
                label={t`${completedCount} of ${total} classes`}
              />
              {next && !next.studioClass.isLocked && (
                <Link
                  className="btn"
                  to={paths.player(next.studioClass.classId)}
                  search={setSearch(setId)}
                  state={startState}
                >
                  {t`Start class ${next.place}`}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
