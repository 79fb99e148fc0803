import { useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { Lock, Play } from 'lucide-react'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../../graphql/graphql.ts'
import { formatDuration } from '../../../lib/formats.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { paths } from '../../../lib/paths.ts'
import { Eight } from '../../../ui/eight.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import { SaveToggle } from '../../practice/embeds/save-toggle.tsx'
import { ClassCard, ClassCardFragment } from '../embeds/class-card.tsx'
import { useClassWords } from '../embeds/words.ts'
import { Score, ScorePartFragment } from '../parts/score.tsx'

const ClassPageQuery = graphql(
  `
    query ClassPage($id: ID!) {
      studioClass(id: $id) {
        id
        classId
        title
        description
        thumbnailImageUrl
        level
        type
        accessType
        isExplicit
        isLocked
        isSaved
        styleV2 {
          name
        }
        instructor {
          name
          slug
        }
        categories {
          slug
          name
        }
        video {
          durationInMs
          encodingStatus
          encodingPercent
          hasBackView
        }
        beatGrid {
          bpm
          startMs
          endMs
          firstBeatMs
        }
        userProgress {
          completed
          percent
          time {
            hour
            minute
            second
          }
        }
        parts {
          index
          ...ScorePart
        }
        nextClass {
          id
          ...ClassCard
        }
      }
    }
  `,
  [ScorePartFragment, ClassCardFragment],
)

const askAgainMs = 2_000

export function Page() {
  const { t } = useLingui()
  const words = useClassWords()
  const { classId = '' } = useParams({ strict: false }) as { classId?: string }
  const [{ data, error, fetching }, again] = useQuery({ query: ClassPageQuery, variables: { id: classId } })
  const found = data?.studioClass
  usePageTitle(found?.title ?? (data ? t`No such class` : undefined))
  const status = found?.video.encodingStatus
  useEffect(() => {
    if (status !== 'queued' && status !== 'running') return
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), askAgainMs)
    return () => clearInterval(timer)
  }, [status, again])

  if (!found) {
    return (
      <div className="page page-top void-page">
        {error ? (
          <ErrorState title={t`The class didn’t come`} retryLabel={t`Try again`} onRetry={() => again({ requestPolicy: 'network-only' })}>
            {t`The studio didn’t answer. What you have saved and danced is safe.`}
          </ErrorState>
        ) : data ? (
          <EmptyState
            title={t`No such class`}
            action={
              <Link className="btn" to={paths.library()}>
                {t`To the library`}
              </Link>
            }
          >
            {t`There is no class at this address. It may have left the library.`}
          </EmptyState>
        ) : fetching ? (
          <div className="cls skeleton" aria-hidden="true">
            <div className="media" />
            <div className="stack">
              <span className="sk sk-t" />
            </div>
          </div>
        ) : null}
      </div>
    )
  }

  const { video, userProgress, parts } = found
  const isBegun = userProgress !== null && userProgress.percent > 0 && !userProgress.completed
  const resumeMs = userProgress ? ((userProgress.time.hour * 60 + userProgress.time.minute) * 60 + userProgress.time.second) * 1000 : 0
  const tempos = [...new Set(found.beatGrid.map((span) => Math.round(span.bpm)))].sort((a, b) => a - b)
  const eights = parts.length > 0 ? found.parts.length : 0
  const isReady = status === 'available'
  return (
    <>
      <div className="page page-top cls">
        <div className="media class-picture" data-theme="room">
          <Picture url={found.thumbnailImageUrl} alt={t`${found.instructor.name} in the studio`} sizes="(min-width: 64rem) 62vw, 100vw" eager />
          {found.isLocked && (
            <span className="lock">
              <Lock className="ic ic-s" aria-hidden="true" />
              {words.accessType(found.accessType)}
            </span>
          )}
        </div>
        <div className="stack cls-words">
          <h1 className="d1 d1-page">{found.title}</h1>
          <p className="facts">
            <span>
              <Link className="link strong" to={paths.instructor(found.instructor.slug)}>
                {found.instructor.name}
              </Link>
            </span>
            <span>{found.styleV2.name}</span>
            <span>{words.level(found.level)}</span>
            <span>{formatDuration(video.durationInMs)}</span>
          </p>
          <p className="muted pretty">{found.description}</p>
          {isBegun && <Eight value={userProgress.percent / 100} label={t`Danced so far`} />}
          {userProgress?.completed && <Eight value={1} label={t`Completed`} />}
          {status === 'error' ? (
            <p className="note note-danger">{t`This class could not be prepared. The studio knows; try another one tonight.`}</p>
          ) : (
            !isReady && (
              <div className="stack" role="status">
                <p className="t1 muted">{t`Being prepared, ${video.encodingPercent} percent. It opens by itself.`}</p>
                <Eight value={video.encodingPercent / 100} label={t`Preparation of the class`} />
              </div>
            )
          )}
          {found.isLocked && (
            <p className="note">
              <Lock className="ic" aria-hidden="true" />
              <span>{t`${words.accessType(found.accessType)} opens this class. The first 30 seconds play for everyone.`}</span>
            </p>
          )}
          <Link className="btn btn-go btn-l btn-w" to={paths.player(found.classId)}>
            <Play className="ic" aria-hidden="true" />
            {found.isLocked
              ? t`Watch 30 seconds`
              : isBegun
                ? t`Continue from ${formatDuration(resumeMs)}`
                : userProgress?.completed
                  ? t`Dance it again`
                  : t`Start dancing`}
          </Link>
          <SaveToggle id={found.id} isSaved={found.isSaved} />
        </div>
      </div>
      <div className="page sec split split-a">
        <section aria-labelledby="parts">
          <div className="sec-h">
            <h2 className="d2" id="parts">{t`The phrase, part by part`}</h2>
            <span className="t1 muted tn nowrap">{t`${eights} parts, ${formatDuration(video.durationInMs)}`}</span>
          </div>
          <Score classId={found.classId} parts={parts} atMs={isBegun ? resumeMs : null} isComplete={userProgress?.completed ?? false} />
        </section>
        <aside className="stack">
          <dl className="defs">
            <div>
              <dt>{t`Kind`}</dt>
              <dd>{words.type(found.type)}</dd>
            </div>
            {tempos.length > 0 && (
              <div>
                <dt>{t`Tempo`}</dt>
                <dd className="tn">{tempos.length > 1 ? t`${tempos.at(-1)} BPM, taught from ${tempos[0]}` : t`${tempos[0]} BPM`}</dd>
              </div>
            )}
            <div>
              <dt>{t`Angles`}</dt>
              <dd>{video.hasBackView ? t`Front and back` : t`Front`}</dd>
            </div>
            <div>
              <dt>{t`Music`}</dt>
              <dd>{found.isExplicit ? t`Explicit` : t`Clean`}</dd>
            </div>
            <div>
              <dt>{t`Opens with`}</dt>
              <dd>{words.accessType(found.accessType)}</dd>
            </div>
          </dl>
          <p className="row wrap">
            {found.categories.map((category) => (
              <Link key={category.slug} className="chip" to={paths.category(category.slug)}>
                {category.name}
              </Link>
            ))}
          </p>
          {found.nextClass && (
            <section aria-labelledby="next">
              <h2 className="t4" id="next">{t`After this one`}</h2>
              <ClassCard studioClass={found.nextClass} sizes="(min-width: 64rem) 30vw, 92vw" />
            </section>
          )}
        </aside>
      </div>
    </>
  )
}
