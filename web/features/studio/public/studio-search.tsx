import { useLingui } from "@lingui/react/macro";
import type { SubmitEvent } from "react";
import { Button } from "../../../ui/button.tsx";

type StudioSearchProps = {
  label: string;
  /** What can be searched for; default: the label. */
  hint?: string;
  /** The search that the list shows. */
  value: string;
  onSearch: (text: string) => void;
};

/** The search form above a list of the studio. */
export function StudioSearch({ label, hint = label, value, onSearch }: StudioSearchProps) {
  const { t } = useLingui();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("search");
    onSearch(typeof typed === "string" ? typed.trim() : "");
  };
  return (
    <form className="row wrap studio-search" role="search" onSubmit={submit}>
      <label className="field">
        <span className="sr-only">{label}</span>
        <input
          key={value}
          className="in"
          type="search"
          name="search"
          maxLength={200}
          defaultValue={value}
          placeholder={hint}
        />
      </label>
      <Button type="submit">{t`Search`}</Button>
    </form>
  );
}
