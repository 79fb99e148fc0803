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
      <EmptyState title={t`No classes yet`}>
        {t`The studio hasn’t put up its first class. It appears here by itself.`}
      </EmptyState>
    );
  const title = words ? t`No class for “${words}”` : t`No class fits all of that`;
  return (
    <EmptyState
      title={title}
      action={
        <div className="row wrap">
          {filters.map(({ name, label }) => (
            <Button key={name} size="s" tone="line" onClick={() => onRemove(name)}>
              {t`Without “${label}”`}
            </Button>
          ))}
          {words && filters.length > 0 && (
            <Button size="s" tone="line" onClick={onClearSearch}>
              {t`Without the search`}
            </Button>
          )}
          <Button size="s" onClick={onReset}>
            {t`Show every class`}
          </Button>
        </div>
      }
    >
      {filters.length > 0
        ? t`Loosen one of these, and more of the floor opens.`
        : t`Try a style, a step, or a teacher’s name. Fewer letters find more.`}
    </EmptyState>
  );
}
