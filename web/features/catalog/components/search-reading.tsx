import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { ClassListRequest } from "../public/class-list.tsx";

const SearchReadingQuery = graphql(`
  query SearchReading($filters: StudioClassFilters!) {
    studioClasses(filters: $filters, pagination: { first: 1 }) {
      correction
      understood {
        kind
        label
        without
      }
    }
  }
`);

type SearchReadingProps = {
  filters: ClassListRequest["filters"];
  /** Searches for another text. */
  onSearch: (text: string) => void;
};

/** What was understood of a search: filters, each with a way to take it out of the text, and the corrected spelling. */
export function SearchReading({ filters, onSearch }: SearchReadingProps) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: SearchReadingQuery, variables: { filters } });
  const { understood = [], correction = null } = data?.studioClasses ?? {};
  return (
    <>
      {understood.length > 0 && (
        <div className="chips" role="group" aria-label={t`Read from your search`}>
          {understood.map(({ kind, label, without }) => (
            <button
              key={kind}
              type="button"
              className="chip chip-on"
              aria-label={t`Remove: ${label}`}
              onClick={() => onSearch(without)}
            >
              {label}
              <Icon of={X} size="s" />
            </button>
          ))}
        </div>
      )}
      <p className="t1 muted empty:hidden" role="status">
        {correction === null ? null : t`Showing results for “${correction}”.`}
      </p>
    </>
  );
}
