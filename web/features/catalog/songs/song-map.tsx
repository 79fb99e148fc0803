import "./songs.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState, type KeyboardEvent } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { Link } from "../../../lib/router/index.ts";
import { ClassByline } from "../public/class-byline.tsx";
import { ClassSummaryFragment } from "../public/class-summary.ts";

/** Classes, and the eights of a song that they dance. */
export const SongMapFragment = graphql(
  `
    fragment SongMap on Song {
      eights
      dancedIn {
        firstEight
        lastEight
        moments
        studioClass {
          ...ClassSummary
        }
      }
    }
  `,
  [ClassSummaryFragment],
);

/** For each class a bar over the length of the song, and the eights that it dances as links that open it there. */
export function SongMap({ song }: { song: FragmentOf<typeof SongMapFragment> }) {
  const { t } = useLingui();
  const { eights, dancedIn } = readFragment(SongMapFragment, song);
  const length = Math.max(eights ?? 0, ...dancedIn.map(({ lastEight }) => lastEight));
  if (dancedIn.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="song-map">
      <h2 className="d2" id="song-map">{t`The song in eights`}</h2>
      <p className="t2 muted">{t`Choose an eight to start the class there.`}</p>
      <ul className="song-map">
        {dancedIn.map(({ firstEight, lastEight, moments, studioClass }, at) => {
          const found = readFragment(ClassSummaryFragment, studioClass);
          return (
            <li key={`${found.id} ${at}`}>
              <div>
                <Link className="t3 strong link-plain" to={paths.studioClass(found.classId)}>
                  <bdi>{found.title}</bdi>
                </Link>
                <ClassByline studioClass={found}>
                  <span className="tn">
                    {plural(lastEight - firstEight + 1, { one: "# eight", other: "# eights" })}
                  </span>
                </ClassByline>
              </div>
              <Eights
                label={t`${found.title}: eights ${firstEight} to ${lastEight} of ${length}`}
                classId={found.classId}
                length={length}
                firstEight={firstEight}
                moments={moments}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** One tab stop; arrow keys, Home and End move within. */
function Eights(row: {
  label: string;
  classId: string;
  length: number;
  firstEight: number;
  /** Of each eight from `firstEight` on, milliseconds into the class. */
  moments: readonly number[];
}) {
  const { t } = useLingui();
  const { firstEight, moments } = row;
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const to = targetOf(event.key, current, moments.length - 1);
    if (to === null) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll("a")[to]?.focus();
  };
  return (
    <div className="stack gap-2">
      <div className="song-bar" aria-hidden="true">
        {Array.from({ length: row.length }, (_unused, place) => {
          const at = place + 1 - firstEight;
          return <i key={place} className={at >= 0 && at < moments.length ? "on" : undefined} />;
        })}
      </div>
      <div className="eights" role="group" aria-label={row.label} onKeyDown={move}>
        {moments.map((moment, at) => {
          const eight = firstEight + at;
          return (
            <Link
              key={eight}
              to={paths.player(row.classId)}
              search={{ t: String(moment / 1000) }}
              state={startState}
              tabIndex={at === current ? 0 : -1}
              aria-label={t`Eight ${eight}, ${formatDuration(moment)} into the class`}
              onFocus={() => setCurrent(at)}
            >
              {eight}
            </Link>
          );
        })}
      </div>
    </div>
  );
}

function targetOf(key: string, from: number, last: number): number | null {
  const targets: Record<string, number> = {
    ArrowRight: Math.min(last, from + 1),
    ArrowLeft: Math.max(0, from - 1),
    Home: 0,
    End: last,
  };
  return targets[key] ?? null;
}
