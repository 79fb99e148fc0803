import "./courses.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useClient, useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { showToast } from "../../../ui/toast.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { usePermissions } from "../../studio/public/use-permissions.ts";
import { EditedCourseFragment, type EditedCourse } from "./edited-course.ts";

const CourseForm = lazy(async () => ({ default: (await import("./course-form.tsx")).CourseForm }));
const CourseImage = lazy(async () => ({ default: (await import("./course-image.tsx")).CourseImage }));
const OwnPrices = lazy(async () => ({
  default: (await import("../../billing/public/own-prices.tsx")).OwnPrices,
}));
const Translations = lazy(async () => ({
  default: (await import("../../site/public/translations.tsx")).Translations,
}));

const StudioCoursesFragment = graphql(`
  fragment StudioCourses on StudioCoursePage {
    nextCursor
    items {
      id
      title
      classCount
      publishedAt
      participantsCount
    }
  }
`);
const StudioCoursesQuery = graphql(
  `
    query StudioCourses($after: String) {
      studioCourses(pagination: { first: 24, after: $after }) {
        ...StudioCourses
      }
    }
  `,
  [StudioCoursesFragment],
);
const StudioCourseQuery = graphql(
  `
    query StudioCourse($id: ID!) {
      studioCourse(id: $id) {
        id
        ...EditedCourse
      }
    }
  `,
  [EditedCourseFragment],
);
/** The URL's value in place of an id, for a new course. */
const unsaved = "new";

/** The studio's courses and their form; the URL selects the course. */
export function Page() {
  const { course } = useSearch() as { course?: unknown };
  const id = typeof course === "string" ? course : null;
  const shown = useRef(id);
  // The path doesn't change, so that the shell moves no focus: it is moved to the heading here.
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    const heading = document.querySelector<HTMLElement>("#main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [id]);
  if (id === null) return <AllCourses />;
  return id === unsaved ? <NewCourse /> : <EditCourse key={id} id={id} />;
}

const useCourses = () =>
  useQuery({
    query: StudioCoursesQuery,
    variables: { after: null },
    requestPolicy: "cache-and-network",
  });

function WayBack() {
  const { t } = useLingui();
  return <Link to={paths.studioCourses()}>{t`Courses`}</Link>;
}

function NewCourse() {
  const { t } = useLingui();
  // The permission to see the list includes adding; other viewers get "not found".
  const query = useCourses();
  return (
    <StudioPage title={t`New course`} neighbours={<WayBack />} query={query}>
      {query[0].data && (
        <Suspense>
          <CourseForm course={null} onReload={null} />
        </Suspense>
      )}
    </StudioPage>
  );
}

function EditCourse({ id }: { id: string }) {
  const { t } = useLingui();
  const query = useQuery({ query: StudioCourseQuery, variables: { id }, requestPolicy: "network-only" });
  const [{ data }, again] = query;
  const client = useClient();
  const may = usePermissions();
  // Input is replaced only by an explicit reload.
  const [reloaded, setReloaded] = useState<{ edition: number; course: EditedCourse } | null>(null);
  const found = data && readFragment(EditedCourseFragment, data.studioCourse);
  const reload = async (): Promise<void> => {
    const answer = await client.query(StudioCourseQuery, { id }, { requestPolicy: "network-only" });
    if (!answer.data) return showToast(t`We couldn’t connect. Try again.`);
    const course = readFragment(EditedCourseFragment, answer.data.studioCourse);
    setReloaded({ edition: (reloaded?.edition ?? 0) + 1, course });
  };
  const joined = found?.participantsCount ?? 0;
  return (
    <StudioPage
      title={found?.title ?? t`Course`}
      note={
        found && (
          <>
            {plural(joined, {
              0: "No one has joined yet.",
              one: "# dancer joined.",
              other: "# dancers joined.",
            })}{" "}
            {found.publishedAt && (
              <Link className="link" to={paths.course(found.slug)}>{t`See it as dancers do`}</Link>
            )}
          </>
        )
      }
      neighbours={<WayBack />}
      query={query}
    >
      {found && (
        <Suspense>
          <CourseForm
            key={reloaded?.edition ?? 0}
            course={reloaded?.course ?? found}
            onReload={() => void reload()}
          />
          <CourseImage course={found} onUploaded={() => again({ requestPolicy: "network-only" })} />
          {may("setPrices") && <OwnPrices of={{ kind: "course", id: found.id }} />}
          <Translations kind="course" subject={found.id} />
        </Suspense>
      )}
    </StudioPage>
  );
}

function AllCourses() {
  const { t } = useLingui();
  const query = useCourses();
  const page = query[0].data?.studioCourses;
  return (
    <StudioPage
      title={t`Courses`}
      note={t`Classes in order, in weeks.`}
      query={query}
      controls={
        <Link className="btn btn-go" to={paths.studioCourses()} search={{ course: unsaved }}>
          {t`New course`}
        </Link>
      }
    >
      {page && (
        <PagedList list="studio courses">
          {({ after, further }) =>
            after === null ? (
              <Rows page={page} further={further} />
            ) : (
              <Further after={after} further={further} />
            )
          }
        </PagedList>
      )}
    </StudioPage>
  );
}

type RowsProps = { page: FragmentOf<typeof StudioCoursesFragment>; further: ListPage["further"] };

function Rows({ page, further }: RowsProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(StudioCoursesFragment, page);
  return (
    <div>
      {items.length === 0 ? (
        <p className="muted">{t`No courses yet. Published courses appear in the library.`}</p>
      ) : (
        <ul className="studio-courses">
          {items.map(({ id, title, classCount, publishedAt, participantsCount }) => (
            <li key={id}>
              <Link to={paths.studioCourses()} search={{ course: id }}>
                <span className="strong">{title}</span>
                <span className="facts t1 muted">
                  <span className="tn">{plural(classCount, { one: "# class", other: "# classes" })}</span>
                  <span className="tn">
                    {plural(participantsCount, { one: "# dancer", other: "# dancers" })}
                  </span>
                </span>
                <span className={publishedAt ? "tag" : "tag tag-line"}>
                  {publishedAt ? t`Published` : t`Draft`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {further(nextCursor)}
    </div>
  );
}

function Further({ after, further }: { after: string; further: ListPage["further"] }) {
  const { t } = useLingui();
  const query = useQuery({ query: StudioCoursesQuery, variables: { after } });
  const [{ data, error }] = query;
  if (data) return <Rows page={data.studioCourses} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load the next courses`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
