import { useLingui } from "@lingui/react/macro";
import { useClassLabels } from "../public/labels.ts";
import { lengths, tempos, type LibraryFilters } from "./library-filters.ts";

/** A filter with its options; the first option means no filter. */
export type FilterField = {
  name: Exclude<keyof LibraryFilters, "q" | "instructor" | "song" | "danced">;
  label: string;
  options: { value: string; label: string }[];
};

/** A style or a section. */
export type Named = { slug: string; name: string };

/** Filter fields with labels. `styles` and `sections` come from the server. */
export function useFilterFields(
  styles: readonly Named[],
  sections: readonly Named[],
  isSearch: boolean,
): FilterField[] {
  const { t } = useLingui();
  const labels = useClassLabels();
  const ofNames = (all: string, names: Record<string, string>) => [
    { value: "", label: all },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ];
  const ofList = (all: string, list: readonly Named[]) => [
    { value: "", label: all },
    ...list.map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return [
    { name: "style", label: t`Style`, options: ofList(t`All styles`, styles) },
    { name: "level", label: t`Level`, options: ofNames(t`All levels`, labels.levels) },
    {
      name: "length",
      label: t`Length`,
      options: [
        { value: "", label: t`Any length` },
        ...lengths.map((minutes) => ({ value: minutes, label: t`Up to ${minutes} min` })),
      ],
    },
    {
      name: "tempo",
      label: t`Tempo`,
      options: [
        { value: "", label: t`Any tempo` },
        ...tempos.map((value) => ({
          value,
          label: t`${value.replace(/^-|-$/, (_, at) => (at === 0 ? "≤ " : " +"))} BPM`,
        })),
      ],
    },
    { name: "type", label: t`Type`, options: ofNames(t`All types`, labels.types) },
    { name: "energy", label: t`Energy`, options: ofNames(t`Any energy`, labels.energies) },
    { name: "section", label: t`Section`, options: ofList(t`All sections`, sections) },
    { name: "access", label: t`Included with`, options: ofNames(t`Any plan`, labels.access) },
    {
      name: "sort",
      label: t`Sort by`,
      options: [
        { value: "", label: isSearch ? t`Best match` : t`Newest first` },
        ...(isSearch ? [{ value: "newest", label: t`Newest first` }] : []),
        { value: "popular", label: t`Popular` },
        { value: "best_finished", label: t`Best finished` },
        { value: "shortest", label: t`Shortest first` },
        { value: "title", label: t`Title A–Z` },
      ],
    },
  ];
}
