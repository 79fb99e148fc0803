import type { EnumValue } from "../../../graphql/graphql.ts";
import { levels } from "../../../../contract/class-attributes.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { stringifySearch } from "../../../lib/search-params.ts";
import type { ClassState } from "./managed-class.ts";

export const states: readonly ClassState[] = [
  "draft",
  "ready",
  "scheduled",
  "in_library",
  "leaving",
  "archived",
];
export const absences: readonly EnumValue<"ClassAbsence">[] = [
  "video",
  "poster",
  "parts",
  "counts",
  "captions",
  "songs",
];
export const sorts: readonly EnumValue<"ManagedClassSort">[] = ["newest", "title", "danced", "finished"];
export const plans: readonly EnumValue<"AccessType">[] = ["free", "basic", "standard", "premium"];

const names = ["search", "state", "instructor", "style", "level", "category", "plan", "without"] as const;
type Name = (typeof names)[number];

/** The filters and the sort of the address. Unknown values are dropped. */
export function useManagedFilters() {
  const search = useSearch();
  const navigate = useNavigate();
  const given = (name: Name | "sort"): string | null => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const oneOf = <Value extends string>(values: readonly Value[], name: Name | "sort"): Value | null =>
    values.find((value) => value === given(name)) ?? null;
  return {
    filter: {
      search: given("search"),
      state: oneOf(states, "state"),
      instructor: given("instructor"),
      style: given("style"),
      level: oneOf(levels, "level"),
      category: given("category"),
      accessType: oneOf(plans, "plan"),
      without: oneOf(absences, "without"),
    },
    sort: oneOf(sorts, "sort") ?? sorts[0]!,
    /** Names the list. */
    address: stringifySearch(
      Object.fromEntries([...names, "sort" as const].map((name) => [name, given(name)])),
    ),
    isFiltered: names.some((name) => given(name) !== null),
    choose: (changed: Partial<Record<Name | "sort", string | undefined>>): void => {
      void navigate({ to: ".", search: { ...search, ...changed }, replace: true, resetScroll: false });
    },
    clear: (): void => {
      const others = Object.fromEntries(
        Object.entries(search).filter(([name]) => !names.some((one) => one === name)),
      );
      void navigate({ to: ".", search: others, replace: true, resetScroll: false });
    },
  };
}
export type ManagedFilters = ReturnType<typeof useManagedFilters>;
