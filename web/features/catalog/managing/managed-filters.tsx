import { useLingui } from "@lingui/react/macro";
import { ChipSelect } from "../../../ui/chip-select.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { StudioSearch } from "../../studio/public/studio-search.tsx";
import { useClassLabels } from "../public/labels.ts";
import { absences, plans, sorts, states, type ManagedFilters } from "./filters.ts";
import { useManagedLabels } from "./labels.ts";
import type { ClassState, ManagedChoices, Named } from "./managed-class.ts";

type FiltersProps = {
  filters: ManagedFilters;
  choices: ManagedChoices;
  counts: readonly { state: ClassState; count: number }[];
  /** Drafts and other states than the library's. */
  showsStates: boolean;
};

/** Search, states with their counts, filters and the order of the list. */
export function ManagedFilterBar({ filters, choices, counts, showsStates }: FiltersProps) {
  const { t } = useLingui();
  const labels = useManagedLabels();
  const { levels, access } = useClassLabels();
  const { filter, sort, isFiltered, choose, clear } = filters;
  const countOf = (state: ClassState) => counts.find((one) => one.state === state)?.count ?? 0;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const select = (
    name: "instructor" | "style" | "level" | "category" | "plan" | "without",
    label: string,
    value: string | null,
    options: readonly { value: string; label: string }[],
  ) => (
    <ChipSelect
      label={label}
      none=""
      value={value ?? ""}
      onChoose={(chosen) => choose({ [name]: chosen || undefined })}
      options={[{ value: "", label: t`Any` }, ...options]}
    />
  );
  const named = (all: Named) => all.map(({ slug, name }) => ({ value: slug, label: name }));
  const shown: readonly (ClassState | null)[] = [null, ...(showsStates ? states : [])];
  return (
    <div className="stack gap-3">
      <StudioSearch
        label={t`Search classes in every state`}
        hint={t`Title, instructor, style, or song`}
        value={filter.search ?? ""}
        onSearch={(text) => choose({ search: text || undefined })}
      />
      {showsStates && (
        <div className="managed-states" role="group" aria-label={t`Status`}>
          {shown.map((state) => (
            <button
              key={state ?? "all"}
              type="button"
              className={classNames("chip", filter.state === state && "chip-on")}
              aria-pressed={filter.state === state}
              onClick={() => choose({ state: state ?? undefined })}
            >
              {state ? labels.states[state] : t`All`}{" "}
              <span className="tn">{state ? countOf(state) : total}</span>
            </button>
          ))}
        </div>
      )}
      <div className="row wrap gap-2">
        {choices.instructors.length > 1 &&
          select("instructor", t`Instructor`, filter.instructor, named(choices.instructors))}
        {select("style", t`Style`, filter.style, named(choices.styles))}
        {select(
          "level",
          t`Level`,
          filter.level,
          Object.entries(levels).map(([value, label]) => ({ value, label })),
        )}
        {select("category", t`Category`, filter.category, named(choices.categories))}
        {select(
          "plan",
          t`Plan`,
          filter.accessType,
          plans.map((value) => ({ value, label: access[value] })),
        )}
        {select(
          "without",
          t`Missing`,
          filter.without,
          absences.map((value) => ({ value, label: labels.absences[value] })),
        )}
        <ChipSelect
          label={t`Sort by`}
          value={sort}
          onChoose={(chosen) => choose({ sort: chosen === sorts[0] ? undefined : chosen })}
          options={sorts.map((value) => ({ value, label: labels.sorts[value] }))}
        />
        {isFiltered && (
          <button type="button" className="link" onClick={clear}>
            {t`Clear filters`}
          </button>
        )}
      </div>
    </div>
  );
}
