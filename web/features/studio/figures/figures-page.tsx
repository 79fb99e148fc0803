import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration, formatPart } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { CsvButton } from "../public/csv-button.tsx";
import { FiguresTable } from "../public/figures-table.tsx";
import { useMonthPeriod } from "../public/period.tsx";
import { StudioPage } from "../public/studio-page.tsx";

const RowsFragment = graphql(`
  fragment FiguresRows on ClassFiguresPage {
    nextCursor
    items {
      classId
      title
      instructor
      plays
      dancedMs
    }
  }
`);
const LibraryFiguresQuery = graphql(
  `
    query LibraryFigures($days: Int, $month: String) {
      libraryFigures(days: $days, month: $month) {
        leastPeople
        dancedMs
        instructors {
          slug
          name
          classes
          plays
          dancedMs
        }
        missedSearches {
          text
          people
        }
      }
      figuresOfClasses(days: $days, month: $month, pagination: { first: 24 }) {
        ...FiguresRows
      }
    }
  `,
  [RowsFragment],
);
const FurtherQuery = graphql(
  `
    query FurtherFigures($days: Int, $month: String, $after: String) {
      figuresOfClasses(days: $days, month: $month, pagination: { first: 48, after: $after }) {
        ...FiguresRows
      }
    }
  `,
  [RowsFragment],
);

/** How the library is danced: classes, each instructor's share, and searches that found nothing. */
export function Page() {
  const { t } = useLingui();
  const { days, month, control } = useMonthPeriod();
  const period = month ? `month=${month}` : `days=${days}`;
  const query = useQuery({
    query: LibraryFiguresQuery,
    variables: { days, month },
    requestPolicy: "cache-and-network",
  });
  const [{ data }] = query;
  const library = data?.libraryFigures;
  return (
    <StudioPage
      title={t`Figures`}
      note={t`Practice of members. Previews and the team’s own practice don’t count.`}
      query={query}
      controls={
        <>
          {control}
          <CsvButton path={`figures/classes.csv?${period}`}>{t`Classes as CSV`}</CsvButton>
          <CsvButton path={`figures/instructors.csv?${period}`}>{t`Shares as CSV`}</CsvButton>
        </>
      }
    >
      {library && (
        <>
          <PagedList list={`figures ${period}`}>
            {({ after, further }) =>
              after === null ? (
                <Rows page={data.figuresOfClasses} leastPeople={library.leastPeople} further={further} />
              ) : (
                <Further
                  days={days}
                  month={month}
                  after={after}
                  leastPeople={library.leastPeople}
                  further={further}
                />
              )
            }
          </PagedList>
          <FiguresTable
            id="shares"
            title={t`Instructors’ shares`}
            note={t`Of all minutes danced in this period.`}
            empty={t`No one has danced in this period.`}
            columns={[
              { label: t`Instructor` },
              { label: t`Classes`, isFigure: true },
              { label: t`Plays`, isFigure: true },
              { label: t`Time danced`, isFigure: true },
              { label: t`Share`, isFigure: true },
            ]}
            rows={library.instructors.map(({ slug, name, classes, plays, dancedMs }) => ({
              key: slug,
              cells: [
                <bdi key="name">{name}</bdi>,
                classes,
                plays,
                formatDuration(dancedMs),
                formatPart(dancedMs, library.dancedMs),
              ],
            }))}
          />
          <FiguresTable
            id="searches"
            title={t`Searches without a result`}
            note={t`By at least ${library.leastPeople} people in a month.`}
            empty={t`None in this period.`}
            columns={[{ label: t`Search` }, { label: t`People`, isFigure: true }]}
            rows={library.missedSearches.map(({ text, people }) => ({
              key: text,
              cells: [<bdi key="text">{text}</bdi>, people],
            }))}
          />
        </>
      )}
    </StudioPage>
  );
}

type RowsProps = {
  page: FragmentOf<typeof RowsFragment>;
  leastPeople: number;
  further: ListPage["further"];
};

function Rows({ page, leastPeople, further }: RowsProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(RowsFragment, page);
  return (
    <div>
      <FiguresTable
        id={`classes-${items[0]?.classId ?? ""}`}
        title={t`Classes`}
        note={t`The most danced first. Figures of fewer than ${leastPeople} people stay hidden.`}
        empty={t`No one has danced in this period.`}
        columns={[
          { label: t`Class` },
          { label: t`Instructor` },
          { label: t`Plays`, isFigure: true },
          { label: t`Time danced`, isFigure: true },
        ]}
        rows={items.map(({ classId, title, instructor, plays, dancedMs }) => ({
          key: classId,
          cells: [
            <Link key="title" className="link" to={paths.classFigures(classId)}>
              {title}
            </Link>,
            <bdi key="instructor">{instructor}</bdi>,
            plays ?? "–",
            dancedMs === null ? "–" : formatDuration(dancedMs),
          ],
        }))}
      />
      {further(nextCursor)}
    </div>
  );
}

type FurtherProps = Omit<RowsProps, "page"> & {
  days: number | null;
  month: string | null;
  after: string;
};

function Further({ days, month, after, ...props }: FurtherProps) {
  const { t } = useLingui();
  const query = useQuery({ query: FurtherQuery, variables: { days, month, after } });
  const [{ data, error }] = query;
  if (data) return <Rows page={data.figuresOfClasses} {...props} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load more classes`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
