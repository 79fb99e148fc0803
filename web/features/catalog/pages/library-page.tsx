import "./library.css";
import { useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { plural } from "@lingui/core/macro";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { useIsChild } from "../../identity/public/me.ts";
import { ClassList, ClassListSkeleton } from "../public/class-list.tsx";
import { activeFilters, readFilters, toFilters, type LibraryFilters } from "../components/library-filters.ts";
import { SearchField } from "../components/search-field.tsx";

const late = () => import("../components/library-late.ts");
const ChildLibrary = lazy(async () => ({ default: (await late()).ChildLibrary }));
const LibraryFields = lazy(async () => ({ default: (await late()).LibraryFields }));
const { Part: LibraryStart, preload: preloadStart } = lazyPart(async () => (await late()).LibraryStart);
preloadStart();
const NamedChips = lazy(async () => ({ default: (await late()).NamedChips }));
const NothingFound = lazy(async () => ({ default: (await late()).NothingFound }));
const SearchReading = lazy(async () => ({ default: (await late()).SearchReading }));
const StyleFollow = lazy(async () => ({ default: (await late()).StyleFollow }));

const LibraryQuery = graphql(`
  query Library {
    styles {
      slug
      name
      imageUrl
      imageFocus
    }
    sections {
      slug
      name
    }
  }
`);

/** How long the classes wait for what stands above them. */
const maxWaitMs = 5_000;

/** The chip that leaves the style out. */
const everyStyle = { slug: "", imageUrl: null, imageFocus: null };

/** The classes; a child has its own list. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Library`);
  return useIsChild() ? (
    <Suspense>
      <ChildLibrary />
    </Suspense>
  ) : (
    <Library />
  );
}

/** All classes, with search and filters stored in the URL. */
function Library() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const chosen = readFilters(useSearch() as Record<string, unknown>);
  const [{ data }] = useQuery({ query: LibraryQuery });
  const { styles = [], sections = [] } = data ?? {};

  const choose = (change: Partial<LibraryFilters>): void => {
    const search = { ...chosen, ...change };
    void navigate({ to: paths.library(), search, replace: true, resetScroll: false });
  };
  const reset = (): void => choose({ ...readFilters({}), q: chosen.q, sort: chosen.sort });
  const request = toFilters(chosen);
  const active = activeFilters(chosen);
  const hasStart = active.length === 0 && chosen.q === "";
  // What the page starts with would move the classes down: they show together. If it takes too long, it comes below them.
  const [startState, setStartState] = useState<"awaited" | "settled" | "late">(
    hasStart ? "awaited" : "settled",
  );
  const endWait = useCallback(
    (as: "settled" | "late") => setStartState((now) => (now === "awaited" ? as : now)),
    [],
  );
  const settleStart = useCallback(() => endWait("settled"), [endWait]);
  useEffect(() => {
    const timer = setTimeout(() => endWait("late"), maxWaitMs);
    return () => clearTimeout(timer);
  }, [endWait]);
  const waits = hasStart && startState === "awaited";
  const isLate = startState === "late";
  const start = hasStart && (
    <Suspense>
      <LibraryStart onSettled={settleStart} />
    </Suspense>
  );

  return (
    <div className="page page-top">
      <search>
        <div className="library-head">
          <h1 className="d1 d1-page">{t`Library`}</h1>
          <SearchField value={chosen.q} onSearch={(q) => choose({ q })} />
        </div>
        <div className="chips library-styles" role="group" aria-label={t`Style`}>
          {[{ ...everyStyle, name: t`All styles` }, ...styles].map(({ slug, name, imageUrl, imageFocus }) => (
            <button
              key={slug}
              type="button"
              className="chip"
              aria-pressed={slug === chosen.style}
              onClick={() => choose({ style: slug })}
            >
              {imageUrl && <Picture url={imageUrl} focus={imageFocus} sizes="3.25rem" />}
              {name}
            </button>
          ))}
        </div>
        <div className="chips list-filters" role="group" aria-label={t`Filters`}>
          <Suspense>
            <NamedChips chosen={chosen} onChoose={choose} />
            <LibraryFields styles={styles} sections={sections} chosen={chosen} onChoose={choose} />
          </Suspense>
          {active.length > 0 && (
            <Button tone="text" size="s" onClick={reset}>
              {plural(active.length, { one: "Clear # filter", other: "Clear # filters" })}
            </Button>
          )}
        </div>
      </search>
      {!isLate && start}
      {chosen.style !== "" && (
        <Suspense>
          <StyleFollow slug={chosen.style} onMerged={(style) => choose({ style })} />
        </Suspense>
      )}
      {request.filters.search && (
        <Suspense>
          <SearchReading filters={request.filters} onSearch={(q) => choose({ q })} />
        </Suspense>
      )}
      <h2 className="sr-only">{t`Classes`}</h2>
      {waits && <ClassListSkeleton />}
      <div className={waits ? "library-waiting" : undefined}>
        <ClassList
          {...request}
          empty={
            <Suspense>
              <NothingFound
                styles={styles}
                sections={sections}
                chosen={chosen}
                request={request.filters}
                onChoose={choose}
                onReset={() => navigate({ to: paths.library(), replace: true, resetScroll: false })}
              />
            </Suspense>
          }
        />
      </div>
      {isLate && start}
    </div>
  );
}
