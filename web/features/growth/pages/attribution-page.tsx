import "../components/reports.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatPart } from "../../../lib/formats.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { Segments } from "../../../ui/segments.tsx";
import { CsvButton } from "../../studio/public/csv-button.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { usePeriod } from "../../studio/public/period.tsx";
import { Bars } from "../components/bars.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { sumBySource } from "../components/sum-by-source.ts";
import { useSurveyAnswerLabel, useSourceName } from "../components/labels.ts";

const AttributionQuery = graphql(`
  query Attribution($days: Int!, $touch: TouchKind!) {
    attribution(days: $days, touch: $touch) {
      touches {
        source
        medium
        campaign
        people
        trials
        paid
      }
      said {
        said
        source
        people
        trials
        paid
      }
    }
  }
`);

const touches = ["first", "last"] as const;

/** Traffic sources and survey answers, for admins. */
export function Page() {
  const { t } = useLingui();
  const sourceName = useSourceName();
  const surveyAnswerLabel = useSurveyAnswerLabel();
  const { days, control: period } = usePeriod("90");
  const [touch, chooseTouch] = useChoice("touch", touches, "first");
  const query = useQuery({
    query: AttributionQuery,
    variables: { days, touch },
    requestPolicy: "cache-and-network",
  });
  const found = query[0].data?.attribution;
  const figures = [
    { label: t`People`, isFigure: true },
    { label: t`Trials`, isFigure: true },
    { label: t`Paid`, isFigure: true },
    { label: t`Conversion`, isFigure: true },
  ];
  const cellsOf = (row: { people: number; trials: number; paid: number }) => [
    row.people,
    row.trials,
    row.paid,
    formatPart(row.paid, row.people),
  ];
  return (
    <StudioPage
      title={t`Attribution`}
      note={t`New consenting visitors in this period, by source. “Last” is the last touch before trial or payment.`}
      query={query}
      controls={
        <>
          {period}
          <div className="field">
            <span className="lab" aria-hidden="true">{t`Touchpoint`}</span>
            <Segments
              label={t`Touchpoint`}
              value={touch}
              onChoose={chooseTouch}
              options={[
                { value: "first", label: t`First` },
                { value: "last", label: t`Last` },
              ]}
            />
          </div>
          <CsvButton path={`growth/attribution.csv?days=${days}&touch=${touch}`} />
        </>
      }
    >
      {found && (
        <>
          <section className="stack gap-2" aria-labelledby="sources">
            <h2 className="t4" id="sources">{t`By source`}</h2>
            {found.touches.length === 0 ? (
              <p className="t1 muted">{t`No new visitors in this period.`}</p>
            ) : (
              <Bars
                label={t`People by source, and how many of them paid`}
                rows={sumBySource(found.touches).map(({ source, people, paid }) => ({
                  key: source ?? "",
                  name: sourceName(source),
                  amount: people,
                  marked: paid,
                  words: t`${people} people, ${paid} paid`,
                }))}
              />
            )}
          </section>
          <FiguresTable
            id="campaigns"
            title={t`By campaign`}
            empty={t`No campaign led anyone here.`}
            columns={[{ label: t`Source` }, { label: t`Medium` }, { label: t`Campaign` }, ...figures]}
            rows={found.touches.map((row) => ({
              key: JSON.stringify([row.source, row.medium, row.campaign]),
              cells: [sourceName(row.source), row.medium ?? "–", row.campaign ?? "–", ...cellsOf(row)],
            }))}
          />
          <FiguresTable
            id="said"
            title={t`Survey answers`}
            empty={t`No survey answers yet.`}
            columns={[{ label: t`They said` }, { label: t`What is known` }, ...figures]}
            rows={found.said.map((row) => ({
              key: JSON.stringify([row.said, row.source]),
              cells: [surveyAnswerLabel(row.said), sourceName(row.source), ...cellsOf(row)],
            }))}
          />
        </>
      )}
    </StudioPage>
  );
}
