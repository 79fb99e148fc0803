import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { paths, setIdOf, setSearch } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { eightsDanced } from "./eights-danced.ts";

export const ScorePartFragment = graphql(`
  fragment ScorePart on ClassPart {
    index
    title
    kind
    startMs
    endMs
    eights
  }
`);

type ScoreProps = {
  classId: string;
  parts: readonly (FragmentOf<typeof ScorePartFragment> & { index: number })[];
  /** Resume position in milliseconds; null: not started. */
  atMs: number | null;
  isComplete: boolean;
  /** False: the class can't currently be started at a part. */
  canEnter: boolean;
};

/** The parts of a class, one block per eight; each links to the player at that part. */
export function Score({ classId, parts, atMs, isComplete, canEnter }: ScoreProps) {
  const { t } = useLingui();
  const kinds: Record<EnumValue<"ClassPartKind">, string> = {
    warm_up: t`Warm-up`,
    breakdown: t`Step by step`,
    counts: t`Spoken counts`,
    slow: t`Slowed down`,
    full_out: t`At full tempo`,
    cool_down: t`Cooldown`,
  };
  const setId = setIdOf(useSearch());
  return (
    <ol className="score">
      {parts.map((item) => {
        const part = readFragment(ScorePartFragment, item);
        const isHere = atMs !== null && atMs >= part.startMs && atMs < part.endMs;
        const eights = plural(part.eights, { one: "# eight", other: "# eights" });
        const blocks = eightsDanced(part, isComplete ? part.endMs : atMs);
        const row = (
          <>
            <b className="num">{part.index}</b>
            <span>
              <span className="strong">{part.title}</span>
              <br />
              <span className="t1 muted">{part.kind ? kinds[part.kind] : eights}</span>
            </span>
            <span className="bars" aria-hidden="true">
              {blocks.map((fill, block) => (
                <i
                  key={block}
                  className={fill === 1 ? "on" : undefined}
                  style={fill > 0 && fill < 1 ? { "--f": fill } : undefined}
                />
              ))}
            </span>
            <span className="t1 muted tn tm">
              <span className="sr-only">{t`${eights}, from`} </span>
              {formatDuration(part.startMs)}
            </span>
          </>
        );
        return (
          <li key={part.index} className={isComplete ? "full" : isHere ? "here" : undefined}>
            {canEnter ? (
              <Link
                className="score-i"
                to={paths.player(classId)}
                state={startState}
                search={{ ...setSearch(setId), part: String(part.index) }}
                aria-current={isHere ? "step" : undefined}
              >
                {row}
              </Link>
            ) : (
              <div className="score-i">{row}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
