import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { graphql, readFragment, type FragmentOf } from '../../../graphql/graphql.ts'
import { formatDuration } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'

export const ScorePartFragment = graphql(`
  fragment ScorePart on ClassPart {
    index
    title
    kind
    startMs
    endMs
    eights
  }
`)

/** More blocks than this say nothing more. */
const mostBlocks = 16

/** The parts of a class, one block for each eight; each opens the player there. `atMs`: where to resume; null: not begun. */
export function Score({ classId, parts, atMs, isComplete }: { classId: string; parts: readonly FragmentOf<typeof ScorePartFragment>[]; atMs: number | null; isComplete: boolean }) {
  const { t } = useLingui()
  const kinds: Record<string, string> = {
    warm_up: t`Warm-up`,
    breakdown: t`Step by step`,
    counts: t`On the counts`,
    slow: t`Slow`,
    full_out: t`Full out`,
    cool_down: t`Cool-down`,
  }
  return (
    <ol className="score">
      {parts.map((item) => {
        const part = readFragment(ScorePartFragment, item)
        const isHere = atMs !== null && atMs >= part.startMs && atMs < part.endMs
        const isDone = atMs !== null && atMs >= part.endMs
        const blocks = Math.min(mostBlocks, part.eights)
        return (
          <li key={part.index} className={isComplete ? 'full' : isHere ? 'here' : ''}>
            <Link className="score-i" to={paths.player(classId)} search={{ part: String(part.index) }} aria-current={isHere ? 'step' : undefined}>
              <b className="num">{part.index}</b>
              <span>
                <span className="strong">{part.title}</span>
                <br />
                <span className="t1 muted">{kinds[part.kind]}</span>
              </span>
              <span className="bars" aria-hidden="true">
                {Array.from({ length: blocks }, (_unused, block) => (
                  <i key={block} className={isDone ? 'on' : ''} />
                ))}
              </span>
              <span className="t1 muted tn tm">{formatDuration(part.startMs)}</span>
              <span className="sr-only">{part.eights === 1 ? t`1 eight` : t`${part.eights} eights`}</span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
