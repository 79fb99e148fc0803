import "./figures.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { angleLabel } from "../../../../contract/angles.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { formatDuration, formatPart, formatShare } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { here } from "../../../lib/reader.ts";
import { Link } from "../../../lib/router/index.ts";
import { Figure, Figures } from "../../studio/public/figure.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { createBeatGrid } from "../engine/beat-grid.ts";
import { figuredEights, findingsOf, type Finding } from "../engine/figures.ts";
import type { FiguredClass, FiguresOfClass } from "./figures-page.tsx";
import { Retention, type Curve } from "./retention.tsx";
import { sourceLabels } from "./source-labels.ts";

const CommentsQuery = graphql(`
  query CommentsAtMoments($classId: ID!) {
    commentsAtMoments(classId: $classId) {
      id
      atMs
      text
      author {
        id
        username
      }
    }
  }
`);

type Figured = { found: FiguredClass; figures: FiguresOfClass };

const eightsOf = ({ found, figures }: Figured) =>
  figuredEights(createBeatGrid(found.beatGrid), found.parts, figures);

/**
 * The figures of a class: totals, the curve over its eights, loops and drops, tempos, views and sources.
 * @param other a class to set beside it; null for none
 */
export function ClassFigures({ found, figures, other }: Figured & { other: Figured | null }) {
  const { t } = useLingui();
  const eights = useMemo(() => eightsOf({ found, figures }), [found, figures]);
  const compared = other?.figures.isHidden ? null : other;
  const otherCurve = useMemo<Curve | null>(
    () =>
      compared && {
        title: compared.found.title,
        eights: eightsOf(compared),
        dancers: compared.figures.dancers,
      },
    [compared],
  );
  const { dancers, leastPeople, finished, plays, saved } = figures;
  const { ratings } = figures;
  const raters = ratings ? ratings.tooEasy + ratings.foundRight + ratings.tooHard : 0;
  const ratingRows = ratings
    ? (
        [
          ["too-easy", t`Too easy`, ratings.tooEasy],
          [
            "right",
            t({ message: "Right", comment: "How hard a class was: neither too easy nor too hard." }),
            ratings.foundRight,
          ],
          ["too-hard", t`Too hard`, ratings.tooHard],
        ] as const
      ).map(([key, name, people]) => ({ key, cells: [name, people, formatPart(people, raters)] }))
    : [];
  const comments = useComments(found.id);
  const placeOf = (ms: number): string => {
    const eight = eights.find(({ startMs, endMs }) => startMs <= ms && ms < endMs);
    const time = formatDuration(ms);
    return eight ? t`${time}, ${eight.part.title}, eight ${eight.number}` : time;
  };
  const findings = findingsOf(eights, dancers, leastPeople);
  const timeEach = (of: FiguresOfClass) => formatDuration(of.dancedMs / of.dancers);
  const lovedOf = ({ loved }: FiguresOfClass) => (loved === 0 ? "–" : loved);
  /** A figure of the compared class, below this one's. */
  const beside = (of: (figures: FiguresOfClass) => string | number): string | undefined =>
    compared ? `${compared.found.title}: ${of(compared.figures)}` : undefined;
  const shareColumns = [
    { label: t`Share`, isFigure: true },
    ...(compared ? [{ label: compared.found.title, isFigure: true }] : []),
  ];
  const sources = sourceLabels();
  return (
    <>
      {other?.figures.isHidden && (
        <p className="muted">{t`Too few people have danced ${other.found.title} in this period to compare.`}</p>
      )}
      <Figures>
        <Figure name={t`Dancers`} note={beside((of) => of.dancers)}>
          {dancers}
        </Figure>
        <Figure name={t`Plays`} note={beside((of) => of.plays)}>
          {plays}
        </Figure>
        <Figure
          name={t`Finished`}
          note={
            beside((of) => formatPart(of.finished, of.dancers)) ??
            plural(finished, { one: "# dancer", other: "# dancers" })
          }
        >
          {formatPart(finished, dancers)}
        </Figure>
        <Figure name={t`Time each`} note={beside(timeEach)}>
          {timeEach(figures)}
        </Figure>
        <Figure name={t`Saved`} note={beside((of) => of.saved)}>
          {saved}
        </Figure>
        <Figure name={t`Would dance it again`} note={beside(lovedOf)}>
          {lovedOf(figures)}
        </Figure>
      </Figures>
      <section className="stack gap-2" aria-labelledby="retention">
        <h2 className="t4" id="retention">{t`Who is still dancing`}</h2>
        <p className="t1 muted pretty">
          {t`The line is the share of dancers at each eight. Bars below are those who looped it.`}
        </p>
        <Retention
          curve={{ title: found.title, eights, dancers }}
          other={otherCurve}
          comments={comments.map(({ atMs }) => atMs)}
        />
      </section>
      <FiguresTable
        id="findings"
        title={t`Loops and drops`}
        note={t`Figures with fewer than ${leastPeople} people stay hidden.`}
        empty={t`Nothing stands out.`}
        columns={[
          { label: t`Where` },
          { label: t`What` },
          { label: t`People`, isFigure: true },
          { label: t`Share`, isFigure: true },
        ]}
        rows={findings.map((finding) => ({
          key: `${finding.kind} ${finding.first.startMs}`,
          cells: [
            <Link
              key="place"
              className="link"
              to={paths.player(found.classId)}
              search={{ t: Math.floor(finding.first.startMs / 1000) }}
            >
              <Place finding={finding} />
            </Link>,
            finding.kind === "drop" ? t`Stopped here` : t`Looped`,
            finding.people,
            formatPart(finding.people, dancers),
          ],
        }))}
      />
      <FiguresTable
        id="comments"
        title={t`Comments at a moment`}
        note={t`The newest 200 that name one, such as 0:20. Marked above.`}
        empty={t`None.`}
        columns={[{ label: t`Where` }, { label: t`Comment` }, { label: t`By` }]}
        rows={comments.map(({ id, atMs, text, author }) => ({
          key: id,
          cells: [
            <Link
              key="place"
              className="link"
              to={paths.player(found.classId)}
              search={{ t: Math.floor(atMs / 1000) }}
            >
              {placeOf(atMs)}
            </Link>,
            <bdi key="text" className="figures-text">
              {text}
            </bdi>,
            author.username ? <bdi key="author">@{author.username}</bdi> : "–",
          ],
        }))}
      />
      <FiguresTable
        id="ratings"
        title={t`Difficulty`}
        note={t`As its dancers say, in this period.`}
        empty={t`Not known yet. It shows once ${leastPeople} people have rated the class.`}
        columns={[
          { label: t`Rating` },
          { label: t`People`, isFigure: true },
          { label: t`Share`, isFigure: true },
        ]}
        rows={ratingRows}
      />
      <FiguresTable
        id="tempos"
        title={t`Tempo`}
        note={t`By time danced, in whole months.`}
        empty={t`Not known yet. It is counted from this release on.`}
        columns={[{ label: t`Tempo` }, ...shareColumns]}
        rows={shareRows(figures.tempos, compared?.figures.tempos, ({ tempo }) => formatShare(tempo / 100))}
      />
      <FiguresTable
        id="views"
        title={t`View`}
        empty={t`Not known yet. It is counted from this release on.`}
        columns={[{ label: t`View` }, ...shareColumns]}
        rows={shareRows(figures.views, compared?.figures.views, ({ angle, isMirrored }) => {
          const name = angleLabel(angle, here().locale);
          return isMirrored ? t`${name}, mirrored` : name;
        })}
      />
      <FiguresTable
        id="sources"
        title={t`Came from`}
        note={t`What led to the class, by plays, in whole months. Fewer than ${leastPeople} plays count as other.`}
        empty={t`Not known yet. It is counted from this release on.`}
        columns={[{ label: t`From` }, ...shareColumns]}
        rows={shareRows(figures.sources, compared?.figures.sources, ({ source }) => sources[source])}
      />
    </>
  );
}

/** The comments on a class that name a moment, in its order. @param classId its internal id */
function useComments(classId: string) {
  const [{ data }] = useQuery({ query: CommentsQuery, variables: { classId } });
  return (data?.commentsAtMoments ?? []).flatMap(({ atMs, ...comment }) =>
    atMs === null ? [] : [{ ...comment, atMs }],
  );
}

/** Rows of shares by name; with those of a compared class beside them. */
function shareRows<Row extends { readonly share: number }>(
  rows: readonly Row[],
  others: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
): { key: string; cells: string[] }[] {
  const shareIn = (of: readonly Row[], name: string): string => {
    const found = of.find((row) => nameOf(row) === name);
    return found ? formatShare(found.share) : "–";
  };
  return [...new Set([...rows, ...(others ?? [])].map(nameOf))].map((name) => ({
    key: name,
    cells: [name, shareIn(rows, name), ...(others ? [shareIn(others, name)] : [])],
  }));
}

function Place({ finding: { first, last } }: { finding: Finding }) {
  const { t } = useLingui();
  const { title } = first.part;
  const { number } = first;
  return first === last ? t`${title}, eight ${number}` : t`${title}, eights ${number} to ${last.number}`;
}
