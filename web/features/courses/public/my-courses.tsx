import "../pages/courses.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { startState } from "../../../lib/start-state.ts";
import { Eight } from "../../../ui/eight.tsx";
import { dayText } from "../components/course-day.ts";

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
          isOpen
          opensOn
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
    courses(pagination: { first: 1 }) {
      items {
        id
      }
    }
  }
`);

/** The courses that the viewer joined last, each with its next class; without one, the way to all courses. */
export function MyCourses() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: MyCoursesQuery, requestPolicy: "cache-and-network" });
  const courses = data?.myCourses ?? [];
  if (courses.length === 0)
    return data?.courses.items.length ? (
      <p className="sec row wrap">
        <span className="muted">{t`Courses take you through classes in order.`}</span>
        <Link className="link" to={paths.courses()}>
          {t`See all courses`}
        </Link>
      </p>
    ) : null;
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
          const opensOn = progress.classes.find(({ isOpen }) => !isOpen)?.opensOn;
          return (
            <li key={id}>
              <div>
                <Link className="strong" to={paths.course(slug)}>
                  {title}
                </Link>
                <p className="t1 muted">
                  {next
                    ? t`Next: ${next.studioClass.title}`
                    : opensOn
                      ? t`The next class opens ${dayText(opensOn)}.`
                      : t`The next class isn’t open yet.`}
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
