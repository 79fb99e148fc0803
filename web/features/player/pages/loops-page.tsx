import "./loops.css";
import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { useQuery } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { EmptyState, ErrorState, TextSkeleton } from "../../../ui/state.tsx";
import { createBeatGrid } from "../core/beat-grid.ts";
import { heatOfPart } from "../core/heat.ts";

const LoopsQuery = graphql(`
  query Loops($id: ID!) {
    loopHeat(classId: $id) {
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

/** For the instructor: which counts of a class people dance again and again. */
export function Page() {
  const { t } = useLingui();
  const { classId = "" } = useParams() as { classId?: string };
  const [{ data, error, fetching }, again] = useQuery({ query: LoopsQuery, variables: { id: classId } });
  const found = data?.studioClass;
  const isUnknown =
    error?.graphQLErrors.some(({ extensions }) => extensions["code"] === "NOT_FOUND") ?? false;
  usePageTitle(isUnknown ? t`No such page` : t`Where people loop`);
  const grid = useMemo(() => createBeatGrid(found?.beatGrid ?? []), [found?.beatGrid]);
  if (isUnknown || (data && !found))
    return (
      <EmptyState
        title={t`No such page`}
        action={<Link className="btn" to={paths.dashboard()}>{t`To tonight’s classes`}</Link>}
      />
    );
  if (error)
    return (
      <ErrorState
        page
        title={t`The loops didn’t come`}
        retryLabel={t`Try again`}
        busy={fetching}
        onRetry={() => again({ requestPolicy: "network-only" })}
      >
        {t`The studio didn’t answer.`}
      </ErrorState>
    );
  if (!data || !found)
    return (
      <div className="page page-top">
        <TextSkeleton className="t3 w-1/2" />
      </div>
    );
  const { people, leastPeople, stretches } = data.loopHeat;
  const most = Math.max(1, ...stretches.map((stretch) => stretch.people));
  return (
    <div className="page page-top heat">
      <p className="t1">
        <Link className="link" to={paths.studioClass(found.classId)}>
          {found.title}
        </Link>
      </p>
      <h1 className="d2">{t`Where people loop`}</h1>
      <p className="t1">
        <Link className="link" to={paths.beat(found.classId)}>{t`Tempo and counts of this class`}</Link>
      </p>
      {people === 0 ? (
        <p className="muted">
          {t`Fewer than ${leastPeople} people have looped this class so far. Until then they keep it to themselves.`}
        </p>
      ) : (
        <>
          <p className="muted">
            {t`${people} people have looped this class. The higher a count, the more of them dance it again.`}
          </p>
          <ol className="heat-parts">
            {found.parts.map((part) => (
              <li key={part.index}>
                <h2 className="t4">
                  <b className="num">{part.index}</b> {part.title}
                </h2>
                <ol className="heat-eights">
                  {heatOfPart(grid, part, stretches).map((eight) => (
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
