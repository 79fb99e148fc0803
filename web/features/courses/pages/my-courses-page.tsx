import "./courses.css";
import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { CourseCard, CourseCardFragment } from "../public/course-card.tsx";

const CertificateListFragment = graphql(`
  fragment CertificateList on CertificatePage {
    nextCursor
    items {
      id
      title
      completedOn
      isShared
    }
  }
`);
const MyCoursesQuery = graphql(
  `
    query MyCoursesPage {
      myCourses(first: 100) {
        id
        ...CourseCard
      }
      myCertificates(pagination: { first: 24 }) {
        items {
          id
        }
        ...CertificateList
      }
    }
  `,
  [CourseCardFragment, CertificateListFragment],
);
const CertificatesQuery = graphql(
  `
    query Certificates($after: String) {
      myCertificates(pagination: { first: 24, after: $after }) {
        ...CertificateList
      }
    }
  `,
  [CertificateListFragment],
);

/** The courses that the viewer dances, and the certificates of those they completed. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Your courses`);
  const query = useQuery({ query: MyCoursesQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }] = query;
  const courses = data?.myCourses ?? [];
  const hasCertificates = (data?.myCertificates.items.length ?? 0) > 0;
  return (
    <div className="page page-top">
      <div className="row wrap between end course-head">
        <h1 className="d1 d1-page">{t`Your courses`}</h1>
        <Link className="link strong" to={paths.courses()}>{t`See all courses`}</Link>
      </div>
      {data ? (
        <>
          {courses.length > 0 ? (
            <ul className="course-grid">
              {courses.map((course, index) => (
                <li key={course.id}>
                  <CourseCard course={course} eager={index < 2} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              title={t`No course in progress`}
              action={<Link className="btn btn-go" to={paths.courses()}>{t`Find a course`}</Link>}
            >
              {t`Join a course to see it here.`}
            </EmptyState>
          )}
          {hasCertificates && (
            <section className="sec" aria-labelledby="certificates">
              <h2 className="d2" id="certificates">{t`Certificates`}</h2>
              <PagedList list="certificates">
                {({ after, further }) =>
                  after === null ? (
                    <Rows page={data.myCertificates} further={further} />
                  ) : (
                    <Further after={after} further={further} />
                  )
                }
              </PagedList>
            </section>
          )}
        </>
      ) : error ? (
        <QueryError query={query} title={t`Couldn’t load your courses`}>
          {t`We couldn’t connect. Your progress is saved.`}
        </QueryError>
      ) : (
        <Skeleton label={t`Loading your courses`} className="course-grid">
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

type RowsProps = { page: FragmentOf<typeof CertificateListFragment>; further: ListPage["further"] };

function Rows({ page, further }: RowsProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(CertificateListFragment, page);
  return (
    <div>
      <ul className="cert-list">
        {items.map(({ id, title, completedOn, isShared }) => (
          <li key={id}>
            <Link className="strong" to={paths.certificate(id)}>
              {title}
            </Link>
            <p className="t1 muted facts">
              <span>{formatCalendarDay(new Date(`${completedOn}T12:00:00Z`), "date")}</span>
              {isShared && <span>{t`Shared by link`}</span>}
            </p>
          </li>
        ))}
      </ul>
      {further(nextCursor)}
    </div>
  );
}

function Further({ after, further }: { after: string; further: ListPage["further"] }) {
  const { t } = useLingui();
  const query = useQuery({ query: CertificatesQuery, variables: { after } });
  const [{ data, error }] = query;
  if (data) return <Rows page={data.myCertificates} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load the next certificates`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
