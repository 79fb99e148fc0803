import "./class-search.css";
import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useEffect, useId, useState, type Ref } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";

const FindClassesQuery = graphql(`
  query FindClasses($search: String!) {
    studioClasses(filters: { search: $search }, sort: relevance, pagination: { first: 8 }) {
      items {
        id
        title
        accessType
        instructor {
          slug
          name
        }
        video {
          durationInMs
        }
      }
    }
  }
`);
/** A class that a search found. */
export type FoundClass = ResultOf<typeof FindClassesQuery>["studioClasses"]["items"][number];

/** Debounce time in milliseconds. */
const typingMs = 250;

type ClassSearchProps = {
  /** Ids of classes that are chosen already; they aren't offered. */
  chosen: ReadonlySet<string>;
  onChoose: (found: FoundClass) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Finds classes of the library by title, to add one after another. */
export function ClassSearch({ chosen, onChoose, inputRef }: ClassSearchProps) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  const [{ data, error }] = useQuery({
    query: FindClassesQuery,
    variables: { search },
    pause: search === "",
  });
  const found = search === "" ? null : data?.studioClasses.items;
  const rest = found?.filter((one) => !chosen.has(one.id));
  return (
    <>
      <label className="field">
        <span className="lab">{t`Add a class`}</span>
        <input
          ref={inputRef}
          className="in"
          type="search"
          value={text}
          placeholder={t`Its title`}
          autoComplete="off"
          maxLength={100}
          aria-describedby={`${id}-said`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // Enter in the search must not submit the surrounding form.
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      </label>
      <p className="hint empty:hidden" id={`${id}-said`} role="status">
        {error
          ? t`Couldn’t search. Try again.`
          : rest?.length === 0
            ? found?.length === 0
              ? t`No class fits “${search}”.`
              : t`All matches are selected.`
            : null}
      </p>
      {rest && rest.length > 0 && (
        <ul className="class-search" aria-label={t`Classes that fit`}>
          {rest.map((one) => (
            <li key={one.id}>
              <Button
                tone="text"
                icon={Plus}
                onClick={() => {
                  onChoose(one);
                  setText("");
                  setSearch("");
                }}
              >
                {one.title}
              </Button>
              <span className="t1 muted">
                <bdi>{one.instructor.name}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
