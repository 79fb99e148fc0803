import "../public/records.css";
import "./people.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { readFigure, writeFigure } from "../../../../contract/people-figures.ts";
import { graphql, readFragment, type FragmentOf, type VariablesOf } from "../../../graphql/graphql.ts";
import { stringifySearch } from "../../../lib/search-params.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { PagedList, usePageFocus, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { StudioPage } from "../public/studio-page.tsx";
import { StudioSearch } from "../public/studio-search.tsx";
import { usePermissions } from "../public/use-permissions.ts";
import { readColumns, writeColumns, type Column } from "./columns.ts";
import { filterNames, filterOf } from "./filters.ts";
import { ListedPersonFragment } from "./fragments.ts";
import { PageSkeleton } from "../public/page-skeleton.tsx";

const PeopleFragment = graphql(
  `
    fragment People on StudioPeople {
      nextCursor
      total
      items {
        id
        ...ListedPerson
      }
    }
  `,
  [ListedPersonFragment],
);
const PeopleQuery = graphql(
  `
    query StudioPeople($filter: StudioPeopleFilter!, $after: String) {
      studioPeople(filter: $filter, pagination: { first: 24, after: $after }) {
        ...People
      }
    }
  `,
  [PeopleFragment],
);
type Filter = VariablesOf<typeof PeopleQuery>["filter"];

const names = ["search", ...filterNames] as const;
type Name = (typeof names)[number];

/** The filters of the address. Unknown values are dropped. A figure's people are listed by it alone. */
function useFilters() {
  const search = useSearch();
  const navigate = useNavigate();
  const given = (name: Name): string | null => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const figure = typeof search["figure"] === "string" ? readFigure(search["figure"]) : null;
  const filter: Filter = figure
    ? { figure: writeFigure(figure) }
    : { search: given("search"), ...filterOf(given) };
  return {
    filter,
    given,
    figure,
    address: stringifySearch(
      figure ? { figure: writeFigure(figure) } : Object.fromEntries(names.map((name) => [name, given(name)])),
    ),
    shown: readColumns(search["columns"]),
    choose: (changed: Partial<Record<Name | "columns", string | undefined>>): void => {
      const withoutFigure = changed.columns === undefined ? { figure: undefined } : {};
      void navigate({
        to: ".",
        search: { ...search, ...withoutFigure, ...changed },
        replace: true,
        resetScroll: false,
      });
    },
  };
}

// Lazy, so that the page stays light; they start while the query runs.
const personRows = import("./person-rows.tsx");
const peopleFilters = import("./people-filters.tsx");
const CsvButton = lazy(async () => ({ default: (await import("../public/csv-button.tsx")).CsvButton }));
const ColumnChoice = lazy(async () => ({ default: (await import("./column-choice.tsx")).ColumnChoice }));
const FigureTitle = lazy(async () => ({ default: (await import("./figure-title.tsx")).FigureTitle }));
const PeopleFilters = lazy(async () => ({ default: (await peopleFilters).PeopleFilters }));
const PersonRows = lazy(async () => ({ default: (await personRows).PersonRows }));

/** Everyone who has an account or bought something: search, filters that live in the address, and a file of them. */
export function Page() {
  const { t } = useLingui();
  const may = usePermissions();
  const { filter, given, figure, address, shown, choose } = useFilters();
  const query = useQuery({
    query: PeopleQuery,
    variables: { filter, after: null },
    requestPolicy: "cache-and-network",
  });
  const page = query[0].data?.studioPeople;
  return (
    <StudioPage
      title={t`People`}
      query={query}
      className="studio-people"
      controls={
        <Suspense>
          <ColumnChoice chosen={shown} onChoose={(chosen) => choose({ columns: writeColumns(chosen) })} />
          {may("exportPeople") && <CsvButton path={`people.csv${address}`} />}
        </Suspense>
      }
    >
      {page && (
        <div className="stack gap-5">
          {figure ? (
            <Suspense>
              <FigureTitle figure={figure} people={readFragment(PeopleFragment, page).total} />
            </Suspense>
          ) : (
            <>
              <StudioSearch
                label={t`Search people`}
                hint={t`Name, @name, email, invoice number, or last 4 digits`}
                value={filter.search ?? ""}
                onSearch={(text) => choose({ search: text || undefined })}
              />
              <Suspense>
                <PeopleFilters given={given} onChoose={(name, value) => choose({ [name]: value })} />
              </Suspense>
            </>
          )}
          {address && (
            <p>
              <button
                type="button"
                className="link"
                onClick={() => choose(Object.fromEntries(names.map((name) => [name, undefined])))}
              >
                {t`Clear filters`}
              </button>
            </p>
          )}
          <PagedList list={`people ${address}`}>
            {(place) =>
              place.after === null ? (
                <People {...place} page={page} shown={shown} isFiltered={address !== ""} />
              ) : (
                <Further {...place} variables={{ filter, after: place.after }} shown={shown} />
              )
            }
          </PagedList>
        </div>
      )}
    </StudioPage>
  );
}

type PeopleProps = ListPage & {
  page: FragmentOf<typeof PeopleFragment>;
  shown: readonly Column[];
  isFiltered: boolean;
};

function People({ page, shown, takesFocus, further, isFiltered }: PeopleProps) {
  const { t } = useLingui();
  const place = usePageFocus<HTMLDivElement>(takesFocus, true);
  const { items, nextCursor } = readFragment(PeopleFragment, page);
  if (items.length === 0)
    return (
      <p className="muted" role="status">
        {isFiltered ? t`No one matches. Check the spelling or clear the filters.` : t`No members yet.`}
      </p>
    );
  return (
    <div ref={place} className="stack gap-5">
      <Suspense fallback={<PageSkeleton />}>
        <PersonRows people={items} shown={shown} />
      </Suspense>
      {further(nextCursor)}
    </div>
  );
}

type FurtherProps = ListPage & {
  variables: VariablesOf<typeof PeopleQuery>;
  shown: readonly Column[];
};

function Further({ variables, ...listed }: FurtherProps) {
  const { t } = useLingui();
  const query = useQuery({ query: PeopleQuery, variables });
  const [{ data, error }] = query;
  if (data) return <People {...listed} page={data.studioPeople} isFiltered />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load more`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
