import "./songs.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { SubmitEvent } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChipSelect } from "../../../ui/chip-select.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";

const SongRowsFragment = graphql(`
  fragment SongRows on SongPage {
    total
    nextCursor
    items {
      id
      slug
      title
      artist
      isExplicit
      classCount
    }
  }
`);
const SongsQuery = graphql(
  `
    query Songs($search: String, $initial: String, $sort: SongSort, $after: String) {
      songInitials
      songs(search: $search, initial: $initial, sort: $sort, pagination: { first: 48, after: $after }) {
        ...SongRows
      }
    }
  `,
  [SongRowsFragment],
);
type Filter = { search: string; initial: string; sort: "title" | "popular" };

const useSongs = ({ search, initial, sort }: Filter, after: string | null) =>
  useQuery({
    query: SongsQuery,
    variables: { search: search || null, initial: initial || null, sort, after },
  });

/** The songs that classes use, by letter or by how many classes use them. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Songs`);
  const [search, chooseSearch] = useChoice<string>("q", null, "");
  const [initial, chooseInitial] = useChoice<string>("initial", null, "");
  const [sort, chooseSort] = useChoice("sort", ["popular", "title"], "popular");
  const chosenInitial = /^[a-z#]$/.test(initial) ? initial : "";
  const filter: Filter = { search, initial: chosenInitial, sort };
  const query = useSongs(filter, null);
  const [{ data, error }] = query;
  const submitSearch = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("q");
    chooseSearch(typeof typed === "string" ? typed.trim() : "");
  };
  return (
    <div className="page page-top stack">
      <h1 className="d1 d1-page">{t`Songs`}</h1>
      <form className="row song-search" role="search" onSubmit={submitSearch}>
        <label className="field flex-1">
          <span className="sr-only">{t`Title or artist`}</span>
          <input
            key={search}
            className="in"
            type="search"
            name="q"
            defaultValue={search}
            placeholder={t`Title or artist`}
            maxLength={100}
          />
        </label>
        <Button type="submit">{t`Search`}</Button>
      </form>
      <div className="chips" role="group" aria-label={t`First letter`}>
        <ChipSelect
          label={t`Sort by`}
          value={sort}
          options={[
            { value: "popular", label: t`Most classes first` },
            { value: "title", label: t`Title A–Z` },
          ]}
          onChoose={chooseSort}
        />
        {["", ...(data?.songInitials ?? [])].map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === chosenInitial}
            onClick={() => chooseInitial(one)}
          >
            {one === "" ? t`All` : one.toUpperCase()}
          </button>
        ))}
      </div>
      {error && !data ? (
        <QueryError query={query} title={t`Couldn’t load songs`}>
          {t`We couldn’t connect. Your filters are still set.`}
        </QueryError>
      ) : data ? (
        <PagedList list={JSON.stringify(filter)}>
          {({ after, further }) =>
            after === null ? (
              <Rows page={data.songs} filter={filter} further={further} />
            ) : (
              <Further filter={filter} after={after} further={further} />
            )
          }
        </PagedList>
      ) : (
        <Skeleton label={t`Loading songs`} className="stack">
          {[1, 2, 3, 4].map((row) => (
            <TextSkeleton key={row} className="w-full" />
          ))}
        </Skeleton>
      )}
    </div>
  );
}

type RowsProps = { page: FragmentOf<typeof SongRowsFragment>; filter: Filter; further: ListPage["further"] };

function Rows({ page, filter, further }: RowsProps) {
  const { t } = useLingui();
  const { items, nextCursor, total } = readFragment(SongRowsFragment, page);
  const words = filter.search;
  if (items.length === 0)
    return (
      <EmptyState
        title={words ? t`No results for “${words}”` : t`No songs yet`}
        action={
          <Link className="btn" to={paths.library()}>
            {t`Browse the library`}
          </Link>
        }
      >
        {words ? t`Try the artist, or one word of the title.` : t`Songs of classes appear here.`}
      </EmptyState>
    );
  return (
    <div className="stack">
      <p className="t1 muted tn" role="status">
        {plural(total, { one: "# song", other: "# songs" })}
      </p>
      <ul className="songs">
        {items.map(({ id, slug, title, artist, isExplicit, classCount }) => (
          <li key={id}>
            <Link to={paths.song(slug)}>
              <bdi className="t3 strong">{title}</bdi>
              <span className="facts t1 muted">
                <bdi>{artist}</bdi>
                {isExplicit && <span>{t`Explicit`}</span>}
              </span>
              <span className="t1 muted tn">
                {plural(classCount, { one: "# class", other: "# classes" })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {further(nextCursor)}
    </div>
  );
}

function Further({
  filter,
  after,
  further,
}: {
  filter: Filter;
  after: string;
  further: ListPage["further"];
}) {
  const { t } = useLingui();
  const query = useSongs(filter, after);
  const [{ data, error }] = query;
  if (data) return <Rows page={data.songs} filter={filter} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load the next songs`}>
      {t`We couldn’t connect. Your filters are still set.`}
    </QueryError>
  ) : null;
}
