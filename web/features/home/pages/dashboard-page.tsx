import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Play } from 'lucide-react'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { graphql, readFragment } from '../../../graphql/graphql.ts'
import { minutesOf } from '../../../lib/formats.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { paths } from '../../../lib/paths.ts'
import { CardSkeletons, EmptyState, ErrorState } from '../../../ui/state.tsx'
import { ClassCardFragment } from '../../catalog/embeds/class-card.tsx'
import { ClassRail } from '../../catalog/embeds/class-rail.tsx'
import { useClassWords } from '../../catalog/embeds/words.ts'
import { CategoryPosters, CategoryPosterFragment } from '../parts/category-posters.tsx'
import { Hero, HeroFragment } from '../parts/hero.tsx'
import { ShortClasses, ShortClassFragment } from '../parts/short-classes.tsx'

const DashboardQuery = graphql(
  `
    query Dashboard {
      continueClasses(first: 6) {
        id
        ...Hero
        ...ClassCard
      }
      forYouClasses(first: 12) {
        id
        ...Hero
        ...ClassCard
      }
      newest: studioClasses(pagination: { first: 10 }) {
        items {
          id
          ...Hero
          ...ClassCard
        }
      }
      short: studioClasses(filters: { maxDurationInMs: 480000 }, sort: shortest, pagination: { first: 4 }) {
        items {
          id
          ...ShortClass
        }
      }
      family: studioClasses(filters: { section: "family" }, pagination: { first: 10 }) {
        items {
          id
          ...ClassCard
        }
      }
      categories {
        slug
        ...CategoryPoster
      }
    }
  `,
  [HeroFragment, ClassCardFragment, ShortClassFragment, CategoryPosterFragment],
)

/** How often a class that is being prepared is asked after, in milliseconds. */
const askAgainMs = 4_000

export function Page() {
  const { t } = useLingui()
  const words = useClassWords()
  usePageTitle(t`Tonight`)
  const [{ data, error, fetching, stale }, again] = useQuery({ query: DashboardQuery })

  const cards = data ? [...data.continueClasses, ...data.forYouClasses].map((item) => readFragment(ClassCardFragment, item)) : []
  const isPreparing = cards.some(({ video }) => video.encodingStatus === 'queued' || video.encodingStatus === 'running')
  useEffect(() => {
    if (!isPreparing || fetching || stale) return
    const timer = setTimeout(() => again({ requestPolicy: 'network-only' }), askAgainMs)
    return () => clearTimeout(timer)
  }, [isPreparing, fetching, stale, again])

  if (!data) {
    return (
      <div className="page page-top">
        <h1 className="sr-only">{t`Tonight`}</h1>
        {error ? (
          <ErrorState title={t`Tonight’s classes didn’t come`} retryLabel={t`Try again`} onRetry={() => again({ requestPolicy: 'network-only' })}>
            {t`The studio didn’t answer. What you have saved and danced is safe.`}
          </ErrorState>
        ) : (
          <div className="skeleton" aria-hidden="true">
            <div className="stage" data-theme="room" />
            <div className="sec">
              <div className="cards"><CardSkeletons count={4} /></div>
            </div>
          </div>
        )}
      </div>
    )
  }

  const [begun] = data.continueClasses
  // Somebody new is led to a class that is ready and open to them.
  const inviting = [...data.forYouClasses, ...data.newest.items].find((item) => {
    const found = readFragment(ClassCardFragment, item)
    return found.video.encodingStatus === 'available' && !found.isLocked
  })
  const hero = begun ?? inviting ?? data.forYouClasses[0]
  const set = data.forYouClasses.filter((item) => item.id !== hero?.id).slice(0, 4)
  const setCards = set.map((item) => readFragment(ClassCardFragment, item))
  const setMinutes = setCards.reduce((sum, found) => sum + minutesOf(found.video.durationInMs), 0)
  const more = data.continueClasses.slice(1)
  const rest = data.forYouClasses.filter((item) => item.id !== hero?.id && !set.includes(item))

  return (
    <div className="page page-top">
      <h1 className="sr-only">{t`Tonight`}</h1>
      {hero ? (
        <section className="dash-top">
          <Hero studioClass={hero} isBegun={hero === begun} />
          <section aria-labelledby="tonights-set">
            <div className="row between">
              <h2 className="d2" id="tonights-set">{t`Tonight’s set`}</h2>
              <span className="t1 muted tn">{t`${setMinutes} min`}</span>
            </div>
            <ol className="setlist">
              {setCards.map((found, index) => (
                <li key={found.id} className={index === 0 ? 'now' : ''}>
                  <Link className="set-i" to={paths.studioClass(found.classId)}>
                    <span>
                      <span className="strong">{found.title}</span>
                      <span className="facts">
                        <span>{found.styleV2.name}</span>
                        <span>{found.instructor.name}</span>
                        <span>{words.level(found.level)}</span>
                      </span>
                    </span>
                    <span className="t1 muted tn">{t`${minutesOf(found.video.durationInMs)} min`}</span>
                  </Link>
                </li>
              ))}
            </ol>
            {setCards[0] && (
              <Link className="btn" to={paths.player(setCards[0].classId)}>
                <Play className="ic" aria-hidden="true" />
                {t`Start from the top`}
              </Link>
            )}
          </section>
        </section>
      ) : (
        <EmptyState title={t`No classes yet`}>{t`The studio hasn’t put up its first class. It appears here by itself.`}</EmptyState>
      )}
      {more.length > 0 && <ClassRail id="continue" title={t`Pick these up again`} classes={more} />}
      {rest.length > 0 && <ClassRail id="for-you" title={t`More for you`} classes={rest} />}
      {data.short.items.length > 0 && <ShortClasses classes={data.short.items} />}
      {data.newest.items.length > 0 && (
        <ClassRail
          id="newest"
          title={t`New on the floor`}
          classes={data.newest.items}
          more={
            <Link className="more" to={paths.library()}>
              {t`The whole library`} <ChevronRight className="ic ic-s" aria-hidden="true" />
            </Link>
          }
        />
      )}
      {data.categories.length > 0 && <CategoryPosters categories={data.categories} />}
      {data.family.items.length > 0 && <ClassRail id="family" title={t`With the little ones`} classes={data.family.items} />}
    </div>
  )
}
