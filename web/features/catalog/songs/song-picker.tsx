import { Autocomplete } from "@base-ui/react/autocomplete";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useId, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

const FindSongsQuery = graphql(`
  query FindSongs($search: String!) {
    editedSongs(search: $search, pagination: { first: 8 }) {
      items {
        id
        title
        artist
        isExplicit
        usedBy
      }
    }
  }
`);
/** A song that a search found. */
export type FoundSong = ResultOf<typeof FindSongsQuery>["editedSongs"]["items"][number];
type Item = FoundSong | { id: "new"; title: string };

const typingMs = 200;

type SongPickerProps = {
  label: string;
  /** Songs that aren't offered. */
  without?: ReadonlySet<string>;
  onChoose: (song: FoundSong) => void;
  /** Offers to add a song that isn't found; called with what was typed. */
  onAdd?: (title: string) => void;
};

/** Finds a song by title, artist or ISRC, and offers to add one. */
export function SongPicker({ label, without, onChoose, onAdd }: SongPickerProps) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isPaused = search === "";
  const [{ data, error }] = useQuery({
    query: FindSongsQuery,
    variables: { search },
    requestPolicy: "cache-and-network",
    pause: isPaused,
  });
  const found = isPaused ? [] : (data?.editedSongs.items ?? []).filter((song) => !without?.has(song.id));
  const items: Item[] = [...found, ...(onAdd && !isPaused ? [{ id: "new" as const, title: search }] : [])];
  const choose = (item: Item): void => {
    setText("");
    if ("artist" in item) onChoose(item);
    else onAdd?.(item.title);
  };
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <Autocomplete.Root
        items={items}
        filter={null}
        value={text}
        onValueChange={(value, { reason }) => reason !== "item-press" && setText(value)}
        itemToStringValue={(item: Item) => item.title}
        autoHighlight
      >
        <Autocomplete.Input
          id={id}
          className="in"
          placeholder={t`Title, artist or ISRC`}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          onKeyDown={(event) => {
            // Enter must not submit the surrounding form.
            if (event.key === "Enter") event.preventDefault();
          }}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="song-options" sideOffset={4}>
            <Autocomplete.Popup>
              <Autocomplete.Status className="t1 muted song-status">
                {error && !data
                  ? t`Couldn’t search. Try again.`
                  : !isPaused && data && found.length === 0
                    ? t`No song found.`
                    : null}
              </Autocomplete.Status>
              <Autocomplete.List aria-label={t`Songs`}>
                {(item: Item) => (
                  <Autocomplete.Item key={item.id} value={item} onClick={() => choose(item)}>
                    {"artist" in item ? (
                      <>
                        <bdi className="strong">{item.title}</bdi>
                        <span className="facts t1 muted">
                          <bdi>{item.artist}</bdi>
                          {item.isExplicit && <span>{t`Explicit`}</span>}
                          <span className="tn">
                            {plural(item.usedBy, { one: "# class", other: "# classes" })}
                          </span>
                        </span>
                      </>
                    ) : (
                      <span className="link">{t`Add “${item.title}”`}</span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </div>
  );
}
