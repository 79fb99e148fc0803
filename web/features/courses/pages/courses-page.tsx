import "./courses.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { OwnCourses, OwnCoursesFragment } from "../components/own-courses.tsx";
import { CourseCard, CourseCardFragment } from "../public/course-card.tsx";

const CourseListFragment = graphql(
  `
    fragment CourseList on CoursePage {
      nextCursor
      items {
        id
        ...CourseCard
      }
    }
  `,
  [CourseCardFragment],
);
/** The first page, with what is the viewer's own above it. */
const FirstQuery = graphql(
  `
    query CoursesPage {
      courses(pagination: { first: 12 }) {
        ...CourseList
      }
      ...OwnCourses
    }
  `,
  [CourseListFragment, OwnCoursesFragment],
);
const CoursesQuery = graphql(
  `
    query Courses($after: String) {
      courses(pagination: { first: 12, after: $after }) {
        ...CourseList
      }
    }
  `,
  [CourseListFragment],
);

/** All published courses, the latest first. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Courses`);
  const query = useQuery({ query: FirstQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }] = query;
  const own = data && readFragment(OwnCoursesFragment, data);
  return (
    <div className="page page-top">
      <div className="stack course-head">
        <h1 className="d1 d1-page">{t`Courses`}</h1>
        <p className="muted pretty">{t`Classes in order, one step at a time.`}</p>
      </div>
      {data && <OwnCourses own={data} />}
      {own && (own.myCourses.length > 0 || own.myCertificates.items.length > 0) && (
        <h2 className="d2 mb-4">{t`All courses`}</h2>
      )}
      {data ? (
        <PagedList list="courses">
          {({ after, further }) =>
            after === null ? (
              <Cards page={data.courses} further={further} isFirst />
            ) : (
              <Further after={after} further={further} />
            )
          }
        </PagedList>
      ) : error ? (
        <QueryError query={query} title={t`Couldn’t load courses`}>
          {t`We couldn’t connect. Your progress is saved.`}
        </QueryError>
      ) : (
        <Skeleton label={t`Loading courses`} className="course-grid">
          {[1, 2, 3].map((place) => (
            <div className="course-card" key={place}>
              <span className="sk sk-pic" />
              <TextSkeleton className="w-4/5" />
            </div>
          ))}
        </Skeleton>
      )}
    </div>
  );
}

type CardsProps = {
  page: FragmentOf<typeof CourseListFragment>;
  further: ListPage["further"];
  isFirst?: boolean;
};

function Cards({ page, further, isFirst = false }: CardsProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(CourseListFragment, page);
  if (isFirst && items.length === 0)
    return (
      <EmptyState
        title={t`No courses yet`}
        action={<Link className="btn btn-go" to={paths.library()}>{t`Browse classes`}</Link>}
      >
        {t`New courses will appear here.`}
      </EmptyState>
    );
  return (
    <div>
      <ul className="course-grid">
        {items.map((course, index) => (
          <li key={course.id}>
            <CourseCard course={course} eager={isFirst && index < 2} />
          </li>
        ))}
      </ul>
      {further(nextCursor)}
    </div>
  );
}

function Further({ after, further }: { after: string; further: ListPage["further"] }) {
  const { t } = useLingui();
  const query = useQuery({ query: CoursesQuery, variables: { after } });
  const [{ data, error }] = query;
  if (data) return <Cards page={data.courses} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load the next courses`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
