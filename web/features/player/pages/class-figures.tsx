import "./figures.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { angleLabel } from "../../../../contract/angles.ts";
import { formatDuration, formatPart, formatShare } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { here } from "../../../lib/reader.ts";
import { Link } from "../../../lib/router/index.ts";
import { Figure, Figures } from "../../studio/public/figure.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { createBeatGrid } from "../engine/beat-grid.ts";
import { figuredEights, findingsOf, type FiguredEight, type Finding } from "../engine/figures.ts";
import type { FiguredClass, FiguresOfClass } from "./figures-page.tsx";

type ClassFiguresProps = { found: FiguredClass; figures: FiguresOfClass };

/** The figures of a class: totals, the curve over its eights, loops and drops, tempos and views. */
export function ClassFigures({ found, figures }: ClassFiguresProps) {
  const { t } = useLingui();
  const grid = useMemo(() => createBeatGrid(found.beatGrid), [found.beatGrid]);
  const eights = useMemo(() => figuredEights(grid, found.parts, figures), [grid, found.parts, figures]);
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
  const findings = findingsOf(eights, dancers, leastPeople);
  return (
    <>
      <Figures>
        <Figure name={t`Dancers`}>{dancers}</Figure>
        <Figure name={t`Plays`}>{plays}</Figure>
        <Figure name={t`Finished`} note={plural(finished, { one: "# dancer", other: "# dancers" })}>
          {formatPart(finished, dancers)}
        </Figure>
        <Figure name={t`Time each`}>{formatDuration(figures.dancedMs / dancers)}</Figure>
        <Figure name={t`Saved`}>{saved}</Figure>
        <Figure name={t`Would dance it again`}>{figures.loved === 0 ? "–" : figures.loved}</Figure>
      </Figures>
      <section className="stack gap-2" aria-labelledby="retention">
        <h2 className="t4" id="retention">{t`Who is still dancing`}</h2>
        <p className="t1 muted pretty">
          {t`The line is the share of dancers at each eight. Bars below are those who looped it.`}
        </p>
        <Retention eights={eights} dancers={dancers} />
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
        columns={[{ label: t`Tempo` }, { label: t`Share`, isFigure: true }]}
        rows={figures.tempos.map(({ tempo, share }) => ({
          key: String(tempo),
          cells: [formatShare(tempo / 100), formatShare(share)],
        }))}
      />
      <FiguresTable
        id="views"
        title={t`View`}
        empty={t`Not known yet. It is counted from this release on.`}
        columns={[{ label: t`View` }, { label: t`Share`, isFigure: true }]}
        rows={figures.views.map(({ angle, isMirrored, share }) => {
          const name = angleLabel(angle, here().locale);
          return {
            key: `${angle} ${isMirrored}`,
            cells: [isMirrored ? t`${name}, mirrored` : name, formatShare(share)],
          };
        })}
      />
    </>
  );
}

function Place({ finding: { first, last } }: { finding: Finding }) {
  const { t } = useLingui();
  const { title } = first.part;
  const { number } = first;
  return first === last ? t`${title}, eight ${number}` : t`${title}, eights ${number} to ${last.number}`;
}

/** The line of those who still dance, and bars of those who looped, over all eights. */
function Retention({ eights, dancers }: { eights: readonly FiguredEight[]; dancers: number }) {
  const { t } = useLingui();
  const end = eights.at(-1)?.endMs ?? 1;
  const start = eights[0]?.startMs ?? 0;
  const x = (ms: number) => ((ms - start) / (end - start)) * 1000;
  const line = eights
    .map(({ startMs, endMs, dancing }, index) => {
      const y = 100 - (dancing / dancers) * 100;
      return `${index === 0 ? "M" : "L"}${x(startMs).toFixed(1)} ${y.toFixed(1)}L${x(endMs).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
  const last = formatPart(eights.at(-1)?.dancing ?? 0, dancers);
  const parts = [...new Set(eights.map(({ part }) => part))];
  return (
    <div className="retention" role="img" aria-label={t`${last} of the dancers reach the last eight.`}>
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        {[25, 50, 75].map((y) => (
          <path key={y} className="retention-rule" d={`M0 ${y}H1000`} />
        ))}
        {parts.slice(1).map((part) => (
          <path key={part.index} className="retention-rule" d={`M${x(part.startMs).toFixed(1)} 0V100`} />
        ))}
        <path className="retention-line" d={line} />
      </svg>
      <svg viewBox="0 0 1000 40" preserveAspectRatio="none" aria-hidden="true">
        {eights.map(({ startMs, endMs, looped }) => {
          const height = Math.min(40, (looped / dancers) * 40);
          return (
            height > 0 && (
              <rect
                key={startMs}
                className="retention-bar"
                x={x(startMs)}
                y={40 - height}
                width={Math.max(1, x(endMs) - x(startMs) - 1)}
                height={height}
              />
            )
          );
        })}
      </svg>
      <ol className="retention-parts t1 faint" aria-hidden="true">
        {parts.map((part) => (
          <li key={part.index} style={{ "--w": `${x(part.endMs) - x(part.startMs)}` }}>
            {part.title}
          </li>
        ))}
      </ol>
    </div>
  );
}
