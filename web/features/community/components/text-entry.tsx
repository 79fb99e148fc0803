import { useLingui } from "@lingui/react/macro";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Avatar } from "../../../ui/avatar.tsx";

const PeopleQuery = graphql(`
  query PeopleBeginning($beginning: String!) {
    people(beginning: $beginning) {
      id
      username
      photoURL
    }
  }
`);

type TextEntryProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  /** Error message. */
  fault: string | null;
  hint?: string | undefined;
  rows?: number;
  autoFocus?: boolean;
  /** Ctrl or Cmd with Enter. */
  onSend: () => void;
};

const beingNamed = /(?:^|[^\p{L}\p{N}_.@/])@([a-z][a-z0-9_.]*)$/iu;

/** A multi-line text field. Typing an @ suggests matching usernames. */
export function TextEntry(props: TextEntryProps) {
  const {
    label,
    placeholder,
    value,
    onChange,
    maxLength,
    fault,
    hint,
    rows = 3,
    autoFocus = false,
    onSend,
  } = props;
  const { t } = useLingui();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const beginning = beingNamed.exec(value.slice(0, caret))?.[1] ?? "";
  const [{ data }] = useQuery({
    query: PeopleQuery,
    variables: { beginning },
    pause: beginning === "" || beginning === closedFor,
  });
  const people = beginning && beginning !== closedFor ? (data?.people ?? []) : [];
  const take = (username: string) => {
    const before = value.slice(0, caret - beginning.length) + username + " ";
    onChange(before + value.slice(caret));
    setClosedFor(username);
    setCaret(before.length);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(before.length, before.length);
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (people.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((chosen + step + people.length) % people.length);
    } else if (event.key === "Enter" || event.key === "Tab") {
      const name = people[chosen % people.length]?.username;
      if (!name) return;
      event.preventDefault();
      take(name);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      setClosedFor(beginning);
    }
  };
  return (
    <div className="field entry">
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <textarea
        dir="auto"
        ref={area}
        id={id}
        className="in"
        rows={rows}
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens after a press on "Reply" or "Edit"
        autoFocus={autoFocus}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-hint`}
        {...(people.length > 0
          ? {
              "aria-controls": `${id}-people`,
              "aria-activedescendant": `${id}-person-${chosen % people.length}`,
            }
          : {})}
        onChange={(event) => {
          onChange(event.target.value);
          setCaret(event.target.selectionStart);
          setChosen(0);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
      />
      {people.length > 0 && (
        <ul className="offered" id={`${id}-people`} role="listbox" aria-label={t`People`}>
          {people.map(({ id: personId, username, photoURL }, index) => (
            <li
              key={personId}
              id={`${id}-person-${index}`}
              role="option"
              aria-selected={index === chosen % people.length}
              onPointerDown={(event) => {
                event.preventDefault();
                if (username) take(username);
              }}
            >
              <Avatar url={photoURL} name={username ?? ""} size="s" />
              {username}
            </li>
          ))}
        </ul>
      )}
      <p id={`${id}-hint`} className={fault ? "hint hint-bad" : "hint"} role={fault ? "alert" : undefined}>
        {fault ?? hint}
      </p>
    </div>
  );
}
