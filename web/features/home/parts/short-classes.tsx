import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Play } from 'lucide-react'
import { graphql, readFragment, type FragmentOf } from '../../../graphql/graphql.ts'
import { minutesOf } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'
import { Picture } from '../../../ui/picture.tsx'
import { useClassWords } from '../../catalog/embeds/words.ts'

export const ShortClassFragment = graphql(`
  fragment ShortClass on StudioClass {
    id
    classId
    title
    type
    level
    thumbnailImageUrl
    video {
      durationInMs
    }
  }
`)

/** The shortest classes as a list of minutes beside a picture. */
export function ShortClasses({ classes }: { classes: readonly FragmentOf<typeof ShortClassFragment>[] }) {
  const { t } = useLingui()
  const words = useClassWords()
  const found = classes.map((item) => readFragment(ShortClassFragment, item))
  const picture = found.at(-1)
  return (
    <section className="sec split" aria-labelledby="short">
      <div>
        <div className="sec-h">
          <h2 className="d2" id="short">{t`Short on time`}</h2>
          <Link className="more" to={paths.library()} search={{ length: '8' }}>
            {t`Under 8 min`} <ChevronRight className="ic ic-s" aria-hidden="true" />
          </Link>
        </div>
        <div className="lines">
          {found.map((studioClass) => (
            <Link key={studioClass.id} className="line-i" to={paths.studioClass(studioClass.classId)}>
              <span className="mins">
                <b className="num">{minutesOf(studioClass.video.durationInMs)}</b>
                <small>{t`min`}</small>
              </span>
              <span>
                <span className="t3 strong">{studioClass.title}</span>
                <span className="facts">
                  <span>{words.type(studioClass.type)}</span>
                  <span>{words.level(studioClass.level)}</span>
                </span>
              </span>
              <Play className="ic" aria-hidden="true" />
            </Link>
          ))}
        </div>
      </div>
      {picture && (
        <div className="media media-4x3" data-theme="room">
          <Picture url={picture.thumbnailImageUrl} sizes="(min-width: 64rem) 46vw, 92vw" />
        </div>
      )}
    </section>
  )
}
