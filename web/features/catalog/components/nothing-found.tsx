import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { EmptyState } from "../../../ui/state.tsx";
import { Button } from "../../../ui/button.tsx";
import type { ClassListRequest } from "../public/class-list.tsx";
import { useFilterFields, type Named } from "./filter-fields.tsx";
import { activeFilters, type LibraryFilters } from "./library-filters.ts";
import { useChosenNames } from "./named-chips.tsx";

const LooseningsQuery = graphql(`
  query Loosenings($filters: StudioClassFilters!) {
    studioClasses(filters: $filters, pagination: { first: 1 }) {
      loosenings {
        filter
        text
        search
        total
      }
    }
  }
`);

/** Filters of the library by their names in the API. */
const byInputName: Readonly<Record<string, keyof LibraryFilters>> = {
  level: "level",
  style: "style",
  type: "type",
  accessType: "access",
  energy: "energy",
  section: "section",
  instructorSlug: "instructor",
  songSlug: "song",
  maxDurationInMs: "length",
  notDanced: "danced",
  minBpm: "tempo",
  maxBpm: "tempo",
};

type NothingFoundProps = {
  styles: readonly Named[];
  sections: readonly Named[];
  /** As chosen. */
  chosen: LibraryFilters;
  /** As sent. */
  request: ClassListRequest["filters"];
  onChoose: (change: Partial<LibraryFilters>) => void;
  onReset: () => void;
};

/** Empty result: says how many classes there are without each filter or phrase, and offers to leave it out. */
export function NothingFound({ styles, sections, chosen, request, onChoose, onReset }: NothingFoundProps) {
  const { t } = useLingui();
  const words = chosen.q.trim();
  const names = useChosenNames(chosen);
  const fields = useFilterFields(styles, sections, words !== "");
  const isPlain = words === "" && activeFilters(chosen).length === 0;
  const [{ data, fetching }] = useQuery({
    query: LooseningsQuery,
    variables: { filters: { ...request, readsFilters: true } },
    pause: isPlain,
  });
  if (isPlain)
    return (
      <EmptyState title={t`No classes yet`}>{t`The first class is on its way. Check back soon.`}</EmptyState>
    );
  const labelOf = (name: keyof LibraryFilters): string =>
    name === "instructor" || name === "song" || name === "danced"
      ? names[name]
      : (fields.find((field) => field.name === name)?.options.find(({ value }) => value === chosen[name])
          ?.label ?? chosen[name]);
  const offers = (data?.studioClasses.loosenings ?? []).flatMap(({ filter, text, search, total }) => {
    const name = filter === null ? null : byInputName[filter];
    if (filter !== null && !name) return [];
    const label = name ? labelOf(name) : (text ?? "");
    const change: Partial<LibraryFilters> = name ? { [name]: "" } : { q: search ?? "" };
    return [{ label, change, total }];
  });
  const title = words ? t`No results for “${words}”` : t`No matching classes`;
  return (
    <EmptyState
      title={title}
      action={
        <div className="row wrap">
          {offers.map(({ label, change, total }) => {
            const count = plural(total, { one: "# class", other: "# classes" });
            return (
              <Button key={label} size="s" tone="line" onClick={() => onChoose(change)}>
                {t`Without “${label}”: ${count}`}
              </Button>
            );
          })}
          <Button size="s" onClick={onReset}>
            {t`Show all classes`}
          </Button>
        </div>
      }
    >
      {offers.length > 0 || fetching
        ? t`Leave something out to see more.`
        : t`Try a style, a move, a song, or an instructor’s name.`}
    </EmptyState>
  );
}
