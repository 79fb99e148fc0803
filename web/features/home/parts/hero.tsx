import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { graphql, readFragment, type FragmentOf } from '../../../graphql/graphql.ts'
import { minutesOf } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'
import { Eight } from '../../../ui/eight.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { useClassWords } from '../../catalog/embeds/words.ts'

export const HeroFragment = graphql(`
  fragment Hero on StudioClass {
    id
    classId
    title
    thumbnailImageUrl
    level
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
      percent
      time {
        hour
        minute
        second
      }
    }
  }
`)

/** The class to dance now. */
export function Hero({ studioClass, isBegun }: { studioClass: FragmentOf<typeof HeroFragment>; isBegun: boolean }) {
  const { t } = useLingui()
  const words = useClassWords()
  const found = readFragment(HeroFragment, studioClass)
  const { video, userProgress } = found
  const isReady = video.encodingStatus === 'available'
  const left = Math.max(1, minutesOf(video.durationInMs * (1 - (userProgress?.percent ?? 0) / 100)))
  return (
    <article className="stage" data-theme="room">
      <Picture url={found.thumbnailImageUrl} sizes="(min-width: 64rem) 62vw, 100vw" eager />
      <div className="stage-b">
        <p className="strong">{isBegun ? t`Pick it up where you stopped` : t`Start here`}</p>
        <h2 className="d1">{found.title}</h2>
        <p className="facts">
          <span>{found.instructor.name}</span>
          <span>{found.styleV2.name}</span>
          <span>{words.level(found.level)}</span>
          <span>{isBegun ? t`${left} min left` : t`${minutesOf(video.durationInMs)} min`}</span>
        </p>
        {!isReady ? (
          <>
            <p className="t1">{t`This class is being prepared. It opens by itself.`}</p>
            <Eight className="stage-e" value={video.encodingPercent / 100} label={t`Preparation of the class`} />
          </>
        ) : (
          isBegun && <Eight className="stage-e" value={(userProgress?.percent ?? 0) / 100} label={t`Danced so far`} />
        )}
        <div className="row wrap">
          <Link className="btn btn-go btn-l" to={paths.player(found.classId)}>
            <Play className="ic" aria-hidden="true" />
            {isBegun ? t`Continue` : t`Start dancing`}
          </Link>
          <Link className="btn btn-text" to={paths.studioClass(found.classId)}>
            {t`About this class`}
          </Link>
        </div>
      </div>
    </article>
  )
}
