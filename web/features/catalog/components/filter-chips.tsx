import { ChipSelect } from "../../../ui/chip-select.tsx";
import { useFilterFields, type FilterField, type Named } from "./filter-fields.tsx";
import type { LibraryFilters } from "./library-filters.ts";

type FilterFieldsProps = {
  fields: readonly FilterField[];
  chosen: LibraryFilters;
  onChoose: (change: Partial<LibraryFilters>) => void;
};

/** The filters and the order as chips, each with its options. */
export function FilterFields({ fields, chosen, onChoose }: FilterFieldsProps) {
  return fields.map(({ name, label, options }) => (
    <ChipSelect
      key={name}
      label={label}
      value={options.some(({ value }) => value === chosen[name]) ? chosen[name] : ""}
      options={options}
      onChoose={(value) => onChoose({ [name]: value })}
      {...(name === "sort" ? {} : { none: "" })}
    />
  ));
}

type LibraryFieldsProps = Omit<FilterFieldsProps, "fields"> & {
  styles: readonly Named[];
  sections: readonly Named[];
};

/** The library's filters and its order; styles are chosen above them. */
export function LibraryFields({ styles, sections, ...props }: LibraryFieldsProps) {
  const fields = useFilterFields(styles, sections, props.chosen.q !== "");
  return <FilterFields {...props} fields={fields.filter(({ name }) => name !== "style")} />;
}
