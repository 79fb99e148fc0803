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

// They wait for their data.
const ClassFigures = lazy(async () => ({ default: (await import("./class-figures.tsx")).ClassFigures }));
const CompareWith = lazy(async () => ({ default: (await import("./compare-with.tsx")).CompareWith }));

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
      sources {
        source
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
  const [otherId, compare] = useChoice("with", null, "");
  const [{ data: others }] = useQuery({
    query: FiguresQuery,
    variables: { id: otherId, days },
    pause: otherId === "" || otherId === classId,
  });
  const other =
    others?.studioClass && otherId !== "" && otherId !== classId
      ? { found: others.studioClass, figures: others.classFigures }
      : null;
  const csvPath = (name: string, search: Record<string, string>): string => {
    const text = new URLSearchParams(search).toString();
    return `figures/class/${encodeURIComponent(classId)}/${name}.csv${text && `?${text}`}`;
  };
  const period: Record<string, string> = days ? { days: String(days) } : {};
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
            <>
              <Suspense>
                <CompareWith classId={found?.id ?? classId} days={days} value={otherId} onChoose={compare} />
              </Suspense>
              <CsvButton
                path={csvPath("figures", {
                  ...period,
                  ...(other && !other.figures.isHidden ? { with: otherId } : {}),
                })}
              />
              <CsvButton path={csvPath("sources", period)}>{t`Sources as CSV`}</CsvButton>
            </>
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
            <ClassFigures found={found} figures={figures} other={other} />
          </Suspense>
        ))}
    </StudioPage>
  );
}
