import { useLingui } from "@lingui/react/macro";
import { cohortSplits, type CohortSplit } from "../../../../contract/cohort-splits.ts";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { formatCalendarDay, formatMoment, formatPart } from "../../../lib/formats.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { Select } from "../../../ui/select.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { PeopleLink } from "../public/people-link.tsx";
import { CohortsQuery } from "./cohorts-query.ts";
import { useCohortNames } from "./use-cohort-names.ts";

type Found = ResultOf<typeof CohortsQuery>["memberCohorts"];

/** The split of the address, and the value of it whose months are shown. */
function useSplit() {
  const search = useSearch();
  const navigate = useNavigate();
  return {
    split: cohortSplits.find((one) => one === search["split"]) ?? "all",
    value: typeof search["of"] === "string" ? search["of"] : null,
    choose: (changed: { split: CohortSplit; of: string | undefined }): void => {
      void navigate({ to: ".", search: { ...search, ...changed }, replace: true, resetScroll: false });
    },
  };
}

/** How many members began to pay in each month, and which share of them still paid in the months after. */
export function Cohorts() {
  const { t } = useLingui();
  const { split, value, choose } = useSplit();
  const query = useQuery({ query: CohortsQuery, variables: { split, value } });
  const [{ data, error }] = query;
  const found = data?.memberCohorts;
  const names: Record<CohortSplit, string> = {
    all: t`All members`,
    plan: t`By first plan`,
    source: t`By how they came`,
    first_class: t`By first class`,
  };
  return (
    <section className="stack gap-4" aria-label={t`Retention`}>
      <div className="row wrap gap-3">
        <Select
          label={t`Split retention`}
          value={split}
          options={cohortSplits.map((one) => ({ value: one, label: names[one] }))}
          onChoose={(chosen) => choose({ split: chosen, of: undefined })}
        />
      </div>
      {found && split !== "all" && (
        <Values found={found} name={names[split]} onChoose={(of) => choose({ split, of })} />
      )}
      {found && <Months found={found} />}
      {!found && error && (
        <QueryError query={query} title={t`Couldn’t load retention`}>
          {t`We couldn’t connect. Nothing changed.`}
        </QueryError>
      )}
    </section>
  );
}

function Values({
  found,
  name,
  onChoose,
}: {
  found: Found;
  name: string;
  onChoose: (value: string) => void;
}) {
  const { t } = useLingui();
  const nameOf = useCohortNames();
  const ages = Math.max(0, ...found.values.map(({ paying }) => paying.length));
  return (
    <FiguresTable
      id="cohort-values"
      title={name}
      note={t`The share that still paid, of the members who began that long ago. Choose one to see its months.`}
      empty={t`No one has paid in the last 24 months.`}
      columns={[
        { label: name },
        { label: t`Members`, isFigure: true },
        ...Array.from({ length: Math.max(0, ages - 1) }, (_, index) => {
          const month = index + 1;
          return { label: t`Month ${month}`, isFigure: true };
        }),
      ]}
      rows={found.values.map((one) => ({
        key: one.value,
        cells: [
          <button
            key="name"
            type="button"
            className="link"
            aria-pressed={one.value === found.value}
            onClick={() => onChoose(one.value)}
          >
            {nameOf(found.split, one)}
          </button>,
          one.size,
          ...Array.from({ length: Math.max(0, ages - 1) }, (_, index) => {
            const members = one.of[index + 1];
            return members === undefined ? "" : formatPart(one.paying[index + 1]!, members);
          }),
        ],
      }))}
    />
  );
}

function Months({ found }: { found: Found }) {
  const { t } = useLingui();
  const nameOf = useCohortNames();
  const { months, values, value, split, countedAt, leastMembers } = found;
  const ages = Math.max(0, ...months.map(({ paying }) => paying.length));
  const chosen = values.find((one) => one.value === value);
  const gone = months.reduce((sum, { deleted }) => sum + deleted, 0);
  const cohortOf = (month: string, age: string) =>
    ({ kind: "cohort", month: month.slice(0, 7), age, split, value: value ?? "" }) as const;
  const title = t`Retention by month of the first payment`;
  return (
    <FiguresTable
      id="cohorts"
      title={chosen ? `${title}: ${nameOf(split, chosen)}` : title}
      note={[
        t`The share with a paid term at the end of each month (UTC) after. The current month counts up to now, a yearly plan for twelve months.`,
        t`Fewer than ${leastMembers} members stay hidden.`,
        ...(gone > 0 ? [t`Deleted accounts count here, but lists of people lack them: ${gone}.`] : []),
        ...(countedAt ? [t`Counted ${formatMoment(new Date(countedAt), "dateTime")}, then hourly.`] : []),
      ].join(" ")}
      empty={t`No one has paid in the last 24 months.`}
      columns={[
        { label: t`First payment` },
        { label: t`Members`, isFigure: true },
        ...Array.from({ length: Math.max(0, ages - 1) }, (_, index) => {
          const month = index + 1;
          return { label: t`Month ${month}`, isFigure: true };
        }),
      ]}
      rows={months.map(({ month, size, paying }) => ({
        key: month,
        cells: [
          formatCalendarDay(new Date(month), "month"),
          size === null ? (
            "–"
          ) : (
            <PeopleLink key="size" figure={cohortOf(month, "")}>
              {size}
            </PeopleLink>
          ),
          ...Array.from({ length: Math.max(0, ages - 1) }, (_, index) => {
            const still = paying[index + 1];
            if (still === undefined || size === null) return "";
            return (
              <PeopleLink key={index} figure={cohortOf(month, String(index + 1))}>
                {formatPart(still, size)}
              </PeopleLink>
            );
          }),
        ],
      }))}
    />
  );
}
