import "./name-chooser.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Sheet } from "../../../ui/sheet.tsx";

const FindInstructorsQuery = graphql(`
  query FindInstructors($search: String!) {
    instructors(search: $search) {
      slug
      name
    }
  }
`);
const FindLibrarySongsQuery = graphql(`
  query FindLibrarySongs($search: String!) {
    songs(search: $search, sort: popular, pagination: { first: 50 }) {
      items {
        id
        slug
        title
        artist
      }
    }
  }
`);

const typingMs = 250;

type NameChooserProps = {
  of: "instructor" | "song";
  onChoose: (slug: string) => void;
  onClose: () => void;
};

/** Finds an instructor or a song of the library by name, in a sheet. */
export function NameChooser({ of, onChoose, onClose }: NameChooserProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isSong = of === "song";
  const [people] = useQuery({ query: FindInstructorsQuery, variables: { search }, pause: isSong });
  const [songs] = useQuery({ query: FindLibrarySongsQuery, variables: { search }, pause: !isSong });
  const { error, fetching } = isSong ? songs : people;
  const found = isSong
    ? songs.data?.songs.items.map(({ slug, title, artist }) => ({ slug, name: title, by: artist }))
    : people.data?.instructors.map(({ slug, name }) => ({ slug, name, by: null }));
  return (
    <Sheet
      title={isSong ? t`Choose a song` : t`Choose an instructor`}
      closeLabel={t`Close`}
      onClose={onClose}
    >
      <label className="field">
        <span className="lab">{isSong ? t`Title or artist` : t`Name`}</span>
        <input
          className="in"
          type="search"
          value={text}
          autoComplete="off"
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className="hint empty:hidden" role="status">
        {fetching
          ? isSong
            ? t`Loading songs`
            : t`Loading instructors`
          : error && !found
            ? t`Couldn’t search. Try again.`
            : found?.length === 0
              ? search === ""
                ? t`Nothing here yet.`
                : t`No results for “${search}”`
              : null}
      </p>
      <ul className="name-chooser">
        {found?.map(({ slug, name, by }) => (
          <li key={slug}>
            <button type="button" onClick={() => onChoose(slug)}>
              <bdi className="strong">{name}</bdi>
              {by !== null && <bdi className="t1 muted">{by}</bdi>}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
