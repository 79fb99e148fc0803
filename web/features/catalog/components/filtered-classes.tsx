import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { EmptyState } from "../../../ui/state.tsx";
import { ClassList } from "../public/class-list.tsx";
import { readFilters, toFilters, type LibraryFilters } from "./library-filters.ts";

// Lazy: the classes show without it.
const ListFilters = lazy(async () => ({ default: (await import("./list-filters.tsx")).ListFilters }));

type FilteredClassesProps = {
  /** The page's fixed filter. */
  within: { categorySlug: string } | { instructorSlug: string } | { songSlug: string };
  /** Filters offered on this page. */
  offers: readonly (keyof LibraryFilters)[];
  /** Empty state if the page has no classes at all. */
  empty: { title: string; sentence: string };
};

/** Classes of a category or an instructor, with a few filters stored in the URL. */
export function FilteredClasses({ within, offers, empty }: FilteredClassesProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const all = readFilters(useSearch() as Record<string, unknown>);
  const chosen = readFilters(Object.fromEntries(offers.map((name) => [name, all[name]])));
  const isNarrowed = offers.some((name) => name !== "sort" && chosen[name] !== "");
  const choose = (change: Partial<LibraryFilters>): void => {
    void navigate({ to: ".", search: { ...chosen, ...change }, replace: true, resetScroll: false });
  };
  const { filters, sort } = toFilters(chosen);
  return (
    <>
      <search className="chips list-filters">
        <Suspense>
          <ListFilters offers={offers} chosen={chosen} onChoose={choose} />
        </Suspense>
      </search>
      <ClassList
        filters={{ ...filters, ...within }}
        sort={sort}
        empty={
          isNarrowed ? (
            <EmptyState
              title={t`No matching classes`}
              action={
                <button
                  type="button"
                  className="btn"
                  onClick={() => navigate({ to: ".", replace: true, resetScroll: false })}
                >
                  {t`Show all classes`}
                </button>
              }
            >
              {t`Try a different level or length.`}
            </EmptyState>
          ) : (
            <EmptyState title={empty.title}>{empty.sentence}</EmptyState>
          )
        }
      />
    </>
  );
}
