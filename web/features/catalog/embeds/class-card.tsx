import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { graphql, readFragment, type FragmentOf } from '../../../graphql/graphql.ts'
import { formatDuration } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'
import { Eight } from '../../../ui/eight.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { useClassWords } from './words.ts'

export const ClassCardFragment = graphql(`
  fragment ClassCard on StudioClass {
    id
    classId
    title
    thumbnailImageUrl
    level
    accessType
    isExplicit
    isLocked
    styleV2 {
      name
    }
    instructor {
      name
    }
    video {
      durationInMs
      encodingStatus
      encodingPercent
    }
    userProgress {
      completed
      percent
    }
  }
`)

/** One class: picture, name, facts. The whole card is one link. */
export function ClassCard({ studioClass, sizes = '(min-width: 64rem) 23vw, 78vw', eager = false }: { studioClass: FragmentOf<typeof ClassCardFragment>; sizes?: string; eager?: boolean }) {
  const { t } = useLingui()
  const words = useClassWords()
  const found = readFragment(ClassCardFragment, studioClass)
  const { video, userProgress } = found
  const isBegun = userProgress !== null && userProgress.percent > 0
  const isPreparing = video.encodingStatus === 'queued' || video.encodingStatus === 'running'
  return (
    <Link className="card" to={paths.studioClass(found.classId)}>
      <div className="media" data-theme="room">
        <Picture url={found.thumbnailImageUrl} sizes={sizes} eager={eager} />
        {found.isLocked && (
          <span className="lock">
            <Lock className="ic ic-s" aria-hidden="true" />
            {words.accessType(found.accessType)}
          </span>
        )}
        {isPreparing ? (
          <div className="prep">
            {t`Being prepared`}
            <Eight value={video.encodingPercent / 100} label={t`Preparation of the class`} />
          </div>
        ) : isBegun ? (
          <Eight value={userProgress.completed ? 1 : userProgress.percent / 100} label={userProgress.completed ? t`Completed` : t`Danced so far`} />
        ) : (
          <span className="len">{formatDuration(video.durationInMs)}</span>
        )}
      </div>
      <div>
        <h3 className="card-name">{found.title}</h3>
        <p className="facts">
          <span>{found.instructor.name}</span>
          <span>{found.styleV2.name}</span>
          <span>{words.level(found.level)}</span>
          {found.isExplicit && <span>{t`Explicit`}</span>}
        </p>
      </div>
    </Link>
  )
}
