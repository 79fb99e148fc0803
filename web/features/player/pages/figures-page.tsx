import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useParams } from "../../../lib/router/index.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { Select } from "../../../ui/select.tsx";
import { CsvButton } from "../../studio/public/csv-button.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { ClassPages } from "../controls/class-pages.tsx";

// It waits for its data.
const ClassFigures = lazy(async () => ({ default: (await import("./class-figures.tsx")).ClassFigures }));

const FiguresQuery = graphql(`
  query ClassFigures($id: ID!, $days: Int) {
    classFigures(classId: $id, days: $days) {
      isHidden
      leastPeople
      dancers
      plays
      finished
      saved
      dancedMs
      loved
      ratings {
        tooEasy
        foundRight
        tooHard
      }
      dancing {
        fromMs
        toMs
        people
      }
      looped {
        fromMs
        toMs
        people
      }
      tempos {
        tempo
        share
      }
      views {
        angle
        isMirrored
        share
      }
    }
    studioClass(id: $id) {
      id
      classId
      title
      parts {
        index
        title
        kind
        startMs
        endMs
        eights
      }
      beatGrid {
        startMs
        endMs
        bpm
        firstBeatMs
      }
    }
  }
`);
type Answer = ResultOf<typeof FiguresQuery>;
export type FiguresOfClass = Answer["classFigures"];
export type FiguredClass = NonNullable<Answer["studioClass"]>;
const spans = ["7", "28", "365", "all"] as const;

/** How a class is danced, for its instructor and editors. */
export function Page() {
  const { t } = useLingui();
  const { classId = "" } = useParams() as { classId?: string };
  const [span, choose] = useChoice("days", spans, "28");
  const days = span === "all" ? null : Number(span);
  const query = useQuery({ query: FiguresQuery, variables: { id: classId, days } });
  const [{ data }] = query;
  const found = data?.studioClass;
  const figures = data?.classFigures;
  return (
    <StudioPage
      title={t`Class figures`}
      neighbours={<ClassPages classId={classId} title={found?.title} />}
      query={query}
      controls={
        <>
          <Select
            label={t`Period`}
            value={span}
            onChoose={choose}
            options={spans.map((value) => ({
              value,
              label: value === "all" ? t`All time` : t`Last ${value} days`,
            }))}
          />
          {figures && !figures.isHidden && (
            <CsvButton
              path={`figures/class/${encodeURIComponent(classId)}/figures.csv${days ? `?days=${days}` : ""}`}
            />
          )}
        </>
      }
    >
      {figures &&
        found &&
        (figures.isHidden ? (
          <p className="muted">
            {t`Not enough data yet. You’ll see figures once ${figures.leastPeople} people have danced the class in this period.`}
          </p>
        ) : (
          <Suspense>
            <ClassFigures found={found} figures={figures} />
          </Suspense>
        ))}
    </StudioPage>
  );
}
