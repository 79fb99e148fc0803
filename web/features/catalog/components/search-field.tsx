import { useLingui } from "@lingui/react/macro";
import { useLocation } from "../../../lib/router/index.ts";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** Debounce time in milliseconds. */
const typingMs = 250;

/** Search field of the library. `value`: the current search; `onSearch` is debounced. */
export function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const isAsked = useLocation({ select: ({ hash }) => hash === "search" });

  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onSearch(text), typingMs);
    return () => clearTimeout(timer);
  });
  // Back navigation or a reset changes the search from outside.
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    if (value === "" || document.activeElement !== input.current) setText(value);
  }
  useEffect(() => {
    if (isAsked) input.current?.focus();
  }, [isAsked]);

  return (
    <div className="search-field">
      <Icon of={Search} />
      <input
        ref={input}
        className="in"
        type="search"
        aria-label={t`Search the library`}
        placeholder={t`A class, song, step, or instructor`}
        value={text}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onSearch(text);
        }}
      />
      {text !== "" && (
        <IconButton
          label={t`Clear search`}
          icon={X}
          onClick={() => {
            setText("");
            onSearch("");
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
