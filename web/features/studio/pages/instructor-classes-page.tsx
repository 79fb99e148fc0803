import "./lists.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { DraftList, useDrafts } from "../../catalog/public/draft-list.tsx";
import { StudioPage } from "../public/studio-page.tsx";
import { StudioSearch } from "../public/studio-search.tsx";
import { usePermissions } from "../public/use-permissions.ts";

const InstructorClassesFragment = graphql(
  `
    fragment InstructorClassPage on StudioClassPage {
      nextCursor
      items {
        id
        ...ClassSummary
      }
    }
  `,
  [ClassSummaryFragment],
);
const InstructorClassesQuery = graphql(
  `
    query InstructorClasses($search: String, $after: String) {
      instructorClasses(search: $search, pagination: { first: 48, after: $after }) {
        ...InstructorClassPage
      }
    }
  `,
  [InstructorClassesFragment],
);

/** Classes that the viewer may edit, drafts or teaches, with links to the studio pages of each. */
export function Page() {
  const { t } = useLingui();
  const [search, chooseSearch] = useChoice<string>("search", null, "");
  const query = useQuery({
    query: InstructorClassesQuery,
    variables: { search: search || null, after: null },
    requestPolicy: "cache-and-network",
  });
  const page = query[0].data?.instructorClasses;
  const drafts = useDrafts();
  const { isEditor } = drafts;
  const canEdit = usePermissions()("editLibrary");
  return (
    <StudioPage
      title={t`Classes`}
      note={t`Changes here apply to everyone who takes the class.`}
      query={query}
      controls={
        <>
          <StudioSearch label={t`Title, style or instructor`} value={search} onSearch={chooseSearch} />
          {isEditor && !drafts.isPending && (
            <Link className={buttonClass({ tone: "go" })} to={paths.newClass()}>
              {t`New class`}
            </Link>
          )}
        </>
      }
    >
      {page && !drafts.isPending && (
        <>
          {isEditor && search === "" && <DraftList drafts={drafts} />}
          <div className="stack gap-2">
            {isEditor && <h2 className="t4">{t`In the library`}</h2>}
            <PagedList list={`taught ${search}`}>
              {({ after, further }) =>
                after === null ? (
                  <Rows page={page} search={search} canEdit={canEdit} further={further} />
                ) : (
                  <Further search={search} after={after} canEdit={canEdit} further={further} />
                )
              }
            </PagedList>
          </div>
        </>
      )}
    </StudioPage>
  );
}

type RowsProps = {
  page: FragmentOf<typeof InstructorClassesFragment>;
  search: string;
  canEdit: boolean;
  further: ListPage["further"];
};

function Rows({ page, search, canEdit, further }: RowsProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(InstructorClassesFragment, page);
  return (
    <div>
      {items.length === 0 ? (
        <p className="muted">{search ? t`No class fits “${search}”.` : t`No classes yet.`}</p>
      ) : (
        <ul className="studio-areas">
          {items.map((item) => {
            const { id, classId, title, styleV2, instructor, video } = readFragment(
              ClassSummaryFragment,
              item,
            );
            return (
              <li key={id} className="studio-class">
                <Link className="strong" to={paths.studioClass(classId)}>
                  {title}
                </Link>
                <span className="facts t1 muted">
                  <span>
                    <bdi>{instructor.name}</bdi>
                  </span>
                  <span>{styleV2.name}</span>
                  <span className="tn">{formatDuration(video.durationInMs)}</span>
                </span>
                <span className="row wrap">
                  {canEdit && (
                    <Link className="link" to={paths.editClass(classId)} aria-label={t`Edit ${title}`}>
                      {t`Edit`}
                    </Link>
                  )}
                  <Link className="link" to={paths.classFigures(classId)} aria-label={t`Figures of ${title}`}>
                    {t`Figures`}
                  </Link>
                  <Link className="link" to={paths.loops(classId)} aria-label={t`Loops for ${title}`}>
                    {t`Loops`}
                  </Link>
                  <Link className="link" to={paths.beat(classId)} aria-label={t`Counts for ${title}`}>
                    {t`Counts`}
                  </Link>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {further(nextCursor)}
    </div>
  );
}

type FurtherProps = Omit<RowsProps, "page"> & { after: string };

function Further({ search, after, canEdit, further }: FurtherProps) {
  const { t } = useLingui();
  const query = useQuery({ query: InstructorClassesQuery, variables: { search: search || null, after } });
  const [{ data, error }] = query;
  if (data) return <Rows page={data.instructorClasses} search={search} canEdit={canEdit} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load more classes`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
