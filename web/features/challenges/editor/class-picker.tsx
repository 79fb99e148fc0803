import { useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import type { ChosenClass } from "./challenge-draft.ts";

const FindClassesQuery = graphql(`
  query FindClasses($search: String!) {
    studioClasses(filters: { search: $search }, sort: relevance, pagination: { first: 8 }) {
      items {
        id
        title
        instructor {
          slug
          name
        }
      }
    }
  }
`);
/** Debounce time in milliseconds. */
const typingMs = 250;

type ClassPickerProps = {
  chosen: readonly ChosenClass[];
  onChoose: (chosen: readonly ChosenClass[]) => void;
};

/** Picks classes of the library by title and sorts them. */
export function ClassPicker({ chosen, onChoose }: ClassPickerProps) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
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
  const rest = found?.filter((one) => !chosen.some((other) => other.id === one.id));
  return (
    <div className="stack">
      {chosen.length > 0 && (
        <ol className="studio-picked" aria-label={t`Eligible classes`}>
          {chosen.map((one) => {
            const name = one.title ?? t`A class that isn’t in the library anymore`;
            return (
              <li key={one.id}>
                <span>{name}</span>
                <IconButton
                  icon={X}
                  label={t`Take out: ${name}`}
                  onClick={() => {
                    onChoose(chosen.filter((other) => other.id !== one.id));
                    input.current?.focus();
                  }}
                />
              </li>
            );
          })}
        </ol>
      )}
      <label className="field">
        <span className="lab">{t`Add a class`}</span>
        <input
          ref={input}
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
        <ul className="studio-picked" aria-label={t`Classes that fit`}>
          {rest.map(({ id: classId, title, instructor }) => (
            <li key={classId}>
              <Button
                tone="text"
                icon={Plus}
                onClick={() => {
                  onChoose([...chosen, { id: classId, title }]);
                  setText("");
                  setSearch("");
                  input.current?.focus();
                }}
              >
                {title}
              </Button>
              <span className="t1 muted">
                <bdi>{instructor.name}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
