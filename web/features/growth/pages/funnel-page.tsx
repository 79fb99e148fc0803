import "../components/reports.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { countryName } from "../../../../contract/formats/names.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatCalendarDay, formatPart } from "../../../lib/formats.ts";
import { here } from "../../../lib/reader.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { Select } from "../../../ui/select.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { usePeriod } from "../../studio/public/period.tsx";
import { Bars } from "../components/bars.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { useSourceName } from "../components/labels.ts";
import { experimentName } from "../public/experiment-names.ts";

const CsvButton = lazy(async () => ({
  default: (await import("../../studio/public/csv-button.tsx")).CsvButton,
}));

const FunnelQuery = graphql(`
  query Funnel($days: Int!, $by: FunnelKey!, $experimentId: ID) {
    funnel(days: $days, by: $by, experimentId: $experimentId) {
      key
      visits
      onboarding
      checkout
      trial
      paid
      week4
    }
    experiments {
      name
      id
      subject
      isComparable
    }
  }
`);

const steps = ["visits", "onboarding", "checkout", "trial", "paid", "week4"] as const;
const keys = ["week", "country", "source", "variant"] as const;
type Key = (typeof keys)[number];

/** The conversion funnel, for admins. */
export function Page() {
  const { t } = useLingui();
  const sourceName = useSourceName();
  const { days, control: period } = usePeriod();
  const [by, chooseBy] = useChoice("by", keys, "week");
  const [chosen, chooseExperiment] = useChoice<string>("experiment", null, "");
  // No choice needs no figures: the list of experiments comes with an ungrouped funnel.
  const experimentId = by === "variant" && chosen !== "" ? chosen : null;
  const query = useQuery({
    query: FunnelQuery,
    variables: { days, by: by === "variant" && experimentId === null ? "week" : by, experimentId },
    requestPolicy: "cache-and-network",
  });
  const [{ data, operation }] = query;
  const names: Record<(typeof steps)[number], string> = {
    visits: t`Visit`,
    onboarding: t`Onboarding`,
    checkout: t`Checkout`,
    trial: t`Trial`,
    paid: t`Paid`,
    week4: t`Week 4`,
  };
  const keyNames: Record<Key, string> = {
    week: t`Week`,
    country: t`Country`,
    source: t`Source`,
    variant: t`Variant`,
  };
  const tableTitles: Record<Key, string> = {
    week: t`By week`,
    country: t`By country`,
    source: t`By source`,
    variant: t`By variant`,
  };
  // Until the new figures have loaded, the old ones keep their own grouping label.
  const shown = operation?.variables.by ?? by;
  const nameOf = (key: string | null): string => {
    if (shown === "source") return sourceName(key);
    if (key === null) return shown === "variant" ? t`Saw none` : t`Unknown`;
    if (shown === "week") return formatCalendarDay(new Date(key), "date");
    if (shown === "country") return countryName(key, here()) ?? key;
    return key;
  };
  const rows = data?.funnel;
  const totals = steps.map((step) => ({
    step,
    amount: rows?.reduce((sum, row) => sum + row[step], 0) ?? 0,
  }));
  const all = totals[0]!.amount;
  const searchParams = new URLSearchParams({
    days: String(days),
    by: shown,
    ...(experimentId ? { experimentId } : {}),
  });
  return (
    <StudioPage
      title={t`Funnel`}
      note={t`New consenting visitors in this period. Later steps include earlier ones. Week 4 is measured on paying members.`}
      query={query}
      controls={
        <>
          {period}
          <Select
            label={t`By`}
            value={by}
            onChoose={chooseBy}
            options={keys.map((value) => ({ value, label: keyNames[value] }))}
          />
          {by === "variant" && data && (
            <Select
              label={t`Experiment`}
              value={chosen}
              onChoose={chooseExperiment}
              options={[
                { value: "", label: t`Choose an experiment` },
                // Before that, figures by variant are chance.
                ...data.experiments
                  .filter(({ isComparable }) => isComparable)
                  .map((one) => ({ value: one.id, label: experimentName(one) })),
              ]}
            />
          )}
          <Suspense>
            <CsvButton path={`growth/funnel.csv?${searchParams}`} />
          </Suspense>
        </>
      }
    >
      {rows && (
        <>
          <section className="stack gap-2" aria-labelledby="steps">
            <h2 className="t4" id="steps">{t`Step by step`}</h2>
            <p className="t1 muted pretty">
              {t`Steps count visitors who consented, without their identity. They open no list of people.`}
            </p>
            <Bars
              label={t`People at each step`}
              rows={totals.map(({ step, amount }, at) => ({
                key: step,
                name: names[step],
                amount,
                words:
                  at === 0
                    ? t`${amount} people`
                    : t`${amount}, ${formatPart(amount, totals[at - 1]!.amount)} of the step before, ${formatPart(amount, all)} of all`,
              }))}
            />
          </section>
          <FiguresTable
            id="rows"
            title={tableTitles[shown]}
            empty={t`No new visitors in this period.`}
            columns={[
              { label: keyNames[shown] },
              ...steps.map((step) => ({ label: names[step], isFigure: true })),
            ]}
            rows={rows.map((row) => ({
              key: row.key ?? "",
              cells: [nameOf(row.key), ...steps.map((step) => row[step])],
            }))}
          />
        </>
      )}
    </StudioPage>
  );
}
