import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "../../../ui/state.tsx";
import { Button } from "../../../ui/button.tsx";
import type { LibraryFilters } from "./library-filters.ts";

type NothingFoundProps = {
  search: string;
  filters: readonly { name: keyof LibraryFilters; label: string }[];
  onRemove: (name: keyof LibraryFilters) => void;
  onClearSearch: () => void;
  onReset: () => void;
};

/** Empty result: names the filters and offers to remove each. */
export function NothingFound({ search, filters, onRemove, onClearSearch, onReset }: NothingFoundProps) {
  const { t } = useLingui();
  const words = search.trim();
  if (!words && filters.length === 0)
    return (
      <EmptyState title={t`No classes yet`}>{t`The first class is on its way. Check back soon.`}</EmptyState>
    );
  const title = words ? t`No results for “${words}”` : t`No matching classes`;
  return (
    <EmptyState
      title={title}
      action={
        <div className="row wrap">
          {filters.map(({ name, label }) => (
            <Button key={name} size="s" tone="line" onClick={() => onRemove(name)}>
              {t`Remove “${label}”`}
            </Button>
          ))}
          {words && filters.length > 0 && (
            <Button size="s" tone="line" onClick={onClearSearch}>
              {t`Clear search`}
            </Button>
          )}
          <Button size="s" onClick={onReset}>
            {t`Show all classes`}
          </Button>
        </div>
      }
    >
      {filters.length > 0 ? t`Try removing a filter.` : t`Try a style, a move, or an instructor’s name.`}
    </EmptyState>
  );
}
