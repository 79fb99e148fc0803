import "./loops.css";
import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useParams } from "../../../lib/router/index.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { createBeatGrid } from "../engine/beat-grid.ts";
import { heatmapOfPart } from "../engine/heatmap.ts";
import { ClassPages } from "../controls/class-pages.tsx";

const LoopsQuery = graphql(`
  query Loops($id: ID!) {
    loopHeatmap(classId: $id) {
      people
      leastPeople
      stretches {
        fromMs
        toMs
        people
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

/** For instructors: the loop heatmap of a class. */
export function Page() {
  const { t } = useLingui();
  const { classId = "" } = useParams() as { classId?: string };
  const query = useQuery({ query: LoopsQuery, variables: { id: classId } });
  const [{ data }] = query;
  const found = data?.studioClass;
  return (
    <StudioPage
      title={t`Loop heatmap`}
      neighbours={<ClassPages classId={classId} title={found?.title} />}
      query={query}
    >
      {data && found && <LoopHeatmap found={found} heat={data.loopHeatmap} />}
    </StudioPage>
  );
}

type Answer = ResultOf<typeof LoopsQuery>;

function LoopHeatmap({
  found,
  heat,
}: {
  found: NonNullable<Answer["studioClass"]>;
  heat: Answer["loopHeatmap"];
}) {
  const { t } = useLingui();
  const grid = useMemo(() => createBeatGrid(found.beatGrid), [found.beatGrid]);
  const { people, leastPeople, stretches } = heat;
  const most = Math.max(1, ...stretches.map((stretch) => stretch.people));
  return (
    <div className="heat">
      {people === 0 ? (
        <p className="muted">
          {t`Not enough data yet. You’ll see this once ${leastPeople} people have looped the class.`}
        </p>
      ) : (
        <>
          <p className="muted">
            {t`${people} people have looped this class. Taller bars mean more repeats.`}
          </p>
          <ol className="heat-parts">
            {found.parts
              .map((part) => ({ part, eights: heatmapOfPart(grid, part, stretches) }))
              .map(({ part, eights }) => (
                <li
                  key={part.index}
                  className={eights.some((eight) => Math.max(...eight.people) > 0) ? undefined : "is-cold"}
                >
                  <h2 className="t4">
                    <b className="num">{part.index}</b> {part.title}
                  </h2>
                  <ol className="heat-eights">
                    {eights.map((eight) => (
                      <li key={eight.number}>
                        <span className="sr-only">
                          {t`Eight ${eight.number}: up to ${Math.max(...eight.people)} people`}
                        </span>
                        <span className="heat-counts" aria-hidden="true">
                          {eight.people.map((number, count) => (
                            <i
                              key={count}
                              className={number > 0 && number === most ? "most" : undefined}
                              style={{ "--h": `${Math.round((number / most) * 100)}%` }}
                            />
                          ))}
                        </span>
                        <span className="t1 faint tn" aria-hidden="true">
                          {eight.number}
                        </span>
                      </li>
                    ))}
                  </ol>
                </li>
              ))}
          </ol>
        </>
      )}
    </div>
  );
}
