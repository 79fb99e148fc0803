import { FilterFields } from "./filter-chips.tsx";
import { useFilterFields } from "./filter-fields.tsx";
import type { LibraryFilters } from "./library-filters.ts";

/** The filters that a page of a category or an instructor offers, as chips. */
export function ListFilters({
  offers,
  chosen,
  onChoose,
}: {
  offers: readonly (keyof LibraryFilters)[];
  chosen: LibraryFilters;
  onChoose: (change: Partial<LibraryFilters>) => void;
}) {
  const fields = useFilterFields([], [], false).filter(({ name }) => offers.includes(name));
  return <FilterFields fields={fields} chosen={chosen} onChoose={onChoose} />;
}
