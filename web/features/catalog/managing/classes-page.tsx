import "../../studio/public/records.css";
import "./managed.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { hasCode } from "../../../graphql/codes.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf, type VariablesOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, usePageFocus, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { usePermissions } from "../../studio/public/use-permissions.ts";
import { useManagedFilters } from "./filters.ts";
import { ManagedClassFragment, type ManagedChoices } from "./managed-class.ts";
import { PageSkeleton } from "../../studio/public/page-skeleton.tsx";

const ManagedPageFragment = graphql(
  `
    fragment ManagedClassPage on EditedClassPage {
      nextCursor
      items {
        id
        ...ManagedClass
      }
    }
  `,
  [ManagedClassFragment],
);
const ManagedClassesQuery = graphql(
  `
    query ManagedClasses($filter: ManagedClassFilter!, $sort: ManagedClassSort, $after: String) {
      managedClasses(filter: $filter, sort: $sort, pagination: { first: 48, after: $after }) {
        ...ManagedClassPage
      }
    }
  `,
  [ManagedPageFragment],
);
const CountsQuery = graphql(`
  query ManagedClassCounts {
    managedClassCounts {
      state
      count
    }
  }
`);
const ChoicesQuery = graphql(`
  query ManagedClassChoices($withInstructors: Boolean!) {
    editedInstructors @include(if: $withInstructors) {
      slug
      name
    }
    styles {
      slug
      name
    }
    categories {
      slug
      name
    }
  }
`);

// Lazy, so that the page stays light; it starts while the query runs.
const rows = import("./class-rows.tsx");
const ClassRows = lazy(async () => ({ default: (await rows).ClassRows }));
const ActBar = lazy(async () => ({ default: (await import("./act-bar.tsx")).ActBar }));
const filterBar = import("./managed-filters.tsx");
const ManagedFilterBar = lazy(async () => ({ default: (await filterBar).ManagedFilterBar }));

/** Classes in every state that the viewer may manage, and what is done to many of them. */
export function Page() {
  const { t } = useLingui();
  const may = usePermissions();
  const [canEdit, canDraft] = [may("editLibrary"), may("draftClasses")];
  const filters = useManagedFilters();
  const { filter, sort, address, isFiltered } = filters;
  const query = useQuery({
    query: ManagedClassesQuery,
    variables: { filter, sort, after: null },
    requestPolicy: "cache-and-network",
  });
  const [{ data: counted }] = useQuery({ query: CountsQuery, requestPolicy: "cache-and-network" });
  const [{ data: named, error: choicesError }] = useQuery({
    query: ChoicesQuery,
    variables: { withInstructors: canDraft },
  });
  const choices: ManagedChoices = {
    instructors: named?.editedInstructors ?? [],
    styles: named?.styles ?? [],
    categories: named?.categories ?? [],
  };
  const [chosen, setChosen] = useState<{ address: string; ids: readonly string[] }>({ address, ids: [] });
  // Another list begins without a selection.
  const ids = chosen.address === address ? chosen.ids : [];
  // The ids of each page that is open, by its cursor.
  const [open, setOpen] = useState<Readonly<Record<string, readonly string[]>>>({});
  const shownIds = Object.values(open).flat();
  const isAllChosen = shownIds.every((id) => ids.includes(id));
  const page = query[0].data?.managedClasses;
  const choose = (some: readonly string[], isChosen: boolean): void =>
    setChosen({
      address,
      ids: isChosen ? [...new Set([...ids, ...some])] : ids.filter((id) => !some.includes(id)),
    });
  const isTeacherWithoutPage = canDraft && !canEdit && hasCode(choicesError, "NOT_FOUND");
  const shared: SharedProps = {
    choices,
    canEdit,
    canDraft: canDraft && !isTeacherWithoutPage,
    isFiltered,
    chosen: new Set(ids),
    onChoose: choose,
    onOpen: (after, some) => setOpen((now) => ({ ...now, [after ?? ""]: some })),
  };
  return (
    <StudioPage
      title={t`Classes`}
      query={query}
      className="studio-managed"
      controls={
        shared.canDraft && (
          <>
            <Link className={buttonClass({ tone: "line" })} to={paths.videoImport()}>
              {t`Import videos`}
            </Link>
            <Link className={buttonClass({ tone: "go" })} to={paths.newClass()}>
              {t`New class`}
            </Link>
          </>
        )
      }
    >
      {page && (
        <div className="stack gap-5">
          <Suspense>
            <ManagedFilterBar
              filters={filters}
              choices={choices}
              counts={counted?.managedClassCounts ?? []}
              showsStates={canDraft}
            />
          </Suspense>
          {canEdit && shownIds.length > 0 && (
            <label className="opt">
              <input
                type="checkbox"
                className="check"
                checked={isAllChosen}
                onChange={() => choose(shownIds, !isAllChosen)}
              />
              <span>{t`Select all shown`}</span>
            </label>
          )}
          <PagedList list={`managed ${address}`}>
            {(place) =>
              place.after === null ? (
                <Classes {...shared} {...place} page={page} />
              ) : (
                <Further {...shared} {...place} variables={{ filter, sort, after: place.after }} />
              )
            }
          </PagedList>
          {ids.length > 0 && (
            <Suspense>
              <ActBar
                chosen={ids}
                choices={choices}
                filter={filter}
                onChooseAll={(all) => setChosen({ address, ids: all })}
                onClear={() => setChosen({ address, ids: [] })}
              />
            </Suspense>
          )}
        </div>
      )}
    </StudioPage>
  );
}

type SharedProps = {
  choices: ManagedChoices;
  canEdit: boolean;
  canDraft: boolean;
  isFiltered: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  /** What a page shows; nothing once it is closed. */
  onOpen: (after: string | null, ids: readonly string[]) => void;
};
type ClassesProps = SharedProps & ListPage & { page: FragmentOf<typeof ManagedPageFragment> };

function Classes({ page, after, takesFocus, further, isFiltered, choices, onOpen, ...shown }: ClassesProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(ManagedPageFragment, page);
  const place = usePageFocus<HTMLDivElement>(takesFocus, true);
  const report = useEffectEvent(onOpen);
  const listed = items.map(({ id }) => id).join(" ");
  useEffect(() => {
    report(after, listed === "" ? [] : listed.split(" "));
    return () => report(after, []);
  }, [after, listed]);
  if (items.length === 0)
    return (
      <p className="muted" role="status">
        {isFiltered ? t`No class matches. Check the spelling or clear the filters.` : t`No classes yet.`}
      </p>
    );
  return (
    <div ref={place}>
      <Suspense fallback={<PageSkeleton />}>
        <ClassRows classes={items} instructors={choices.instructors} {...shown} />
      </Suspense>
      {further(nextCursor)}
    </div>
  );
}

type FurtherProps = SharedProps & ListPage & { variables: VariablesOf<typeof ManagedClassesQuery> };

function Further({ variables, ...shared }: FurtherProps) {
  const { t } = useLingui();
  const query = useQuery({ query: ManagedClassesQuery, variables });
  const [{ data, error }] = query;
  if (data) return <Classes {...shared} page={data.managedClasses} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load more classes`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
