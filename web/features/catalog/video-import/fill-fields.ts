import { useLingui } from "@lingui/react/macro";
import { levels } from "../../../../contract/class-attributes.ts";
import { accessTypes } from "../editor/class-draft.ts";
import { useEditorLabels } from "../editor/labels.ts";
import { useClassLabels } from "../public/labels.ts";
import type { FillFields } from "./fill.ts";
import type { ImportChoices, ImportItem } from "./import-fragment.ts";

/** Columns of the table that have a list of values. */
export const listedFields = ["instructor", "style", "level", "category", "accessType"] as const;
export type ListedField = (typeof listedFields)[number];
type Option = { value: string; label: string };

/** Labels and values of the columns. */
export function useFillFields(choices: ImportChoices) {
  const { t } = useLingui();
  const { fields } = useEditorLabels();
  const classLabels = useClassLabels();
  const named = (all: readonly { slug: string; name: string }[]): Option[] =>
    all.map(({ slug, name }) => ({ value: slug, label: name }));
  const labels: Record<ListedField, string> = {
    instructor: fields.instructor,
    style: fields.style,
    level: fields.level,
    category: t`Category`,
    accessType: fields.accessType,
  };
  const options: Record<ListedField, Option[]> = {
    instructor: named(choices.editedInstructors),
    style: named(choices.styles),
    level: levels.map((value) => ({ value, label: classLabels.level(value) })),
    category: named(choices.categories),
    accessType: accessTypes.map((value) => ({ value, label: classLabels.accessType(value) })),
  };
  return { labels, options };
}

/** The value of a column; of several categories the first. */
export const valueOf = (item: ImportItem, field: ListedField): string =>
  field === "category" ? (item.categories[0] ?? "") : item[field];

/** What the server is told. */
export function fieldsFor(field: ListedField, value: string): FillFields {
  const accessType = accessTypes.find((one) => one === value);
  if (field === "accessType") return accessType ? { accessType } : {};
  return field === "category" ? { categories: [value] } : { [field]: value };
}
