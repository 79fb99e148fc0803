import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, usePageFocus, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
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
/** What the page of all courses shows first of the viewer's own. */
export const OwnCoursesFragment = graphql(
  `
    fragment OwnCourses on Query {
      myCourses(first: 100) {
        id
        ...CourseCard
      }
      myCertificates(pagination: { first: 12 }) {
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
      myCertificates(pagination: { first: 12, after: $after }) {
        ...CertificateList
      }
    }
  `,
  [CertificateListFragment],
);

/** The courses that the viewer dances, and the certificates of those they completed; nothing without one. */
export function OwnCourses({ own }: { own: FragmentOf<typeof OwnCoursesFragment> }) {
  const { t } = useLingui();
  const { myCourses, myCertificates } = readFragment(OwnCoursesFragment, own);
  return (
    <>
      {myCourses.length > 0 && (
        <section className="own-courses" aria-labelledby="own-courses">
          <h2 className="d2" id="own-courses">{t`Your courses`}</h2>
          <ul className="course-grid">
            {myCourses.map((course, index) => (
              <li key={course.id}>
                <CourseCard course={course} eager={index < 2} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {myCertificates.items.length > 0 && (
        <section className="own-courses" aria-labelledby="certificates">
          <h2 className="d2" id="certificates">{t`Your certificates`}</h2>
          <PagedList list="certificates">
            {({ after, takesFocus, further }) =>
              after === null ? (
                <Rows page={myCertificates} takesFocus={false} further={further} />
              ) : (
                <Further after={after} takesFocus={takesFocus} further={further} />
              )
            }
          </PagedList>
        </section>
      )}
    </>
  );
}

type RowsProps = Omit<ListPage, "after"> & { page: FragmentOf<typeof CertificateListFragment> };

function Rows({ page, takesFocus, further }: RowsProps) {
  const { t } = useLingui();
  const list = usePageFocus<HTMLUListElement>(takesFocus, true);
  const { items, nextCursor } = readFragment(CertificateListFragment, page);
  return (
    <div>
      <ul className="cert-list" ref={list}>
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

function Further({ after, takesFocus, further }: ListPage) {
  const { t } = useLingui();
  const query = useQuery({ query: CertificatesQuery, variables: { after } });
  const [{ data, error }] = query;
  if (data) return <Rows page={data.myCertificates} takesFocus={takesFocus} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load the next certificates`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
