import "./songs.css";
import "../pages/studio-library.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { ChipSelect } from "../../../ui/chip-select.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { showToast } from "../../../ui/toast.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { StudioSearch } from "../../studio/public/studio-search.tsx";
import { usePermissions } from "../../studio/public/use-permissions.ts";
import { EditedSongFragment } from "./song-fragment.ts";
import { useRightsLabels } from "./use-rights-labels.ts";

const SongForm = lazy(async () => ({ default: (await import("./song-form.tsx")).SongForm }));
const MergeSong = lazy(async () => ({ default: (await import("./merge-song.tsx")).MergeSong }));

const StudioSongsFragment = graphql(
  `
    fragment StudioSongs on EditedSongPage {
      nextCursor
      items {
        id
        ...EditedSong
      }
    }
  `,
  [EditedSongFragment],
);
const StudioSongsQuery = graphql(
  `
    query StudioSongs($search: String, $check: SongCheck, $after: String) {
      editedSongs(search: $search, check: $check, pagination: { first: 48, after: $after }) {
        ...StudioSongs
      }
    }
  `,
  [StudioSongsFragment],
);
const checks = ["", "without_isrc", "unclear", "double"] as const;
type Filter = { search: string; check: (typeof checks)[number] };

const useSongs = ({ search, check }: Filter, after: string | null) =>
  useQuery({
    query: StudioSongsQuery,
    variables: { search: search || null, check: check || null, after },
    requestPolicy: "cache-and-network",
  });

/** The studio's songs: search, what they lack, and the form of each. */
export function Page() {
  const { t } = useLingui();
  const [search, chooseSearch] = useChoice<string>("search", null, "");
  const [check, chooseCheck] = useChoice("check", checks, "");
  const filter = { search, check };
  const query = useSongs(filter, null);
  const page = query[0].data?.editedSongs;
  const reload = () => query[1]({ requestPolicy: "network-only" });
  return (
    <StudioPage
      title={t`Songs`}
      note={t`What you change here changes in every class.`}
      query={query}
      controls={
        <>
          <StudioSearch label={t`Title, artist or ISRC`} value={search} onSearch={chooseSearch} />
          <ChipSelect
            label={t`Show`}
            value={check}
            none=""
            options={[
              { value: "", label: t`All songs` },
              { value: "without_isrc", label: t`Without ISRC` },
              { value: "unclear", label: t`Rights unclear` },
              { value: "double", label: t`Possible duplicates` },
            ]}
            onChoose={chooseCheck}
          />
        </>
      }
    >
      {page && (
        <>
          <ul className="studio-library">
            <li>
              <details>
                <summary>
                  <span className="link">{t`Add a song`}</span>
                  <Icon of={ChevronDown} />
                </summary>
                <Suspense>
                  <SongForm
                    song={null}
                    onSaved={(song) => {
                      showToast(t`Song saved.`);
                      chooseSearch(song.title);
                    }}
                  />
                </Suspense>
              </details>
            </li>
          </ul>
          <PagedList list={`songs ${check} ${search}`}>
            {({ after, further }) =>
              after === null ? (
                <Rows
                  page={page}
                  isAll={search === "" && check === ""}
                  further={further}
                  onChanged={reload}
                />
              ) : (
                <Further filter={filter} after={after} further={further} onChanged={reload} />
              )
            }
          </PagedList>
        </>
      )}
    </StudioPage>
  );
}

type RowsProps = {
  page: FragmentOf<typeof StudioSongsFragment>;
  /** No search and no filter. */
  isAll: boolean;
  further: ListPage["further"];
  onChanged: () => void;
};

function Rows({ page, isAll, further, onChanged }: RowsProps) {
  const { t } = useLingui();
  const rights = useRightsLabels();
  const canEdit = usePermissions()("editLibrary");
  const { items, nextCursor } = readFragment(StudioSongsFragment, page);
  return (
    <div>
      {items.length === 0 ? (
        <p className="muted">
          {isAll ? t`No songs yet. Add them here or in the editor of a class.` : t`No song found.`}
        </p>
      ) : (
        <ul className="studio-library songs-edited">
          {items.map((item) => {
            const song = readFragment(EditedSongFragment, item);
            return (
              <li key={song.id}>
                <details>
                  <summary>
                    <span>
                      <bdi className="strong">{song.title}</bdi>
                      <bdi className="t1 muted song-artist">{song.artist}</bdi>
                    </span>
                    <span className="facts t1 muted">
                      {song.isExplicit && <span>{t`Explicit`}</span>}
                      {song.hasDouble && <span>{t`Possible duplicate`}</span>}
                      <span>{song.isrc ?? t`No ISRC`}</span>
                      <span>{rights[song.rights]}</span>
                      <span className="tn">
                        {plural(song.usedBy, { one: "# class", other: "# classes" })}
                      </span>
                    </span>
                    <Icon of={ChevronDown} />
                  </summary>
                  <Suspense>
                    {song.usedBy > 0 && (
                      <Link className="link" to={paths.song(song.slug)}>{t`See it as dancers do`}</Link>
                    )}
                    {canEdit && (
                      <>
                        <SongForm
                          song={song}
                          onSaved={() => {
                            showToast(t`Song saved.`);
                            onChanged();
                          }}
                        />
                        <MergeSong song={song} onGone={onChanged} />
                      </>
                    )}
                  </Suspense>
                </details>
              </li>
            );
          })}
        </ul>
      )}
      {further(nextCursor)}
    </div>
  );
}

type FurtherProps = Pick<RowsProps, "further" | "onChanged"> & { filter: Filter; after: string };

function Further({ filter, after, ...props }: FurtherProps) {
  const { t } = useLingui();
  const query = useSongs(filter, after);
  const [{ data, error }] = query;
  if (data) return <Rows page={data.editedSongs} isAll={false} {...props} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load the next songs`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
