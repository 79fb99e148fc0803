import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Icon } from "../../../ui/icon.tsx";
import type { LibraryFilters } from "./library-filters.ts";

type ActiveFiltersProps = {
  /** The active filters with their labels. */
  filters: readonly { name: keyof LibraryFilters; label: string }[];
  onRemove: (name: keyof LibraryFilters) => void;
  onReset: () => void;
};

/** The active filters; a press removes one. */
export function ActiveFilters({ filters, onRemove, onReset }: ActiveFiltersProps) {
  const { t } = useLingui();
  if (filters.length === 0) return null;
  return (
    <ul className="row wrap active-filters" aria-label={t`Active filters`}>
      {filters.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            className="chip chip-on"
            aria-label={t`Remove: ${label}`}
            onClick={() => onRemove(name)}
          >
            {label}
            <Icon of={X} size="s" />
          </button>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <button type="button" className="btn btn-text btn-s" onClick={onReset}>
            {t`Clear all`}
          </button>
        </li>
      )}
    </ul>
  );
}
