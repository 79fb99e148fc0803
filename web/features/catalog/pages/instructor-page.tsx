import { useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { graphql } from '../../../graphql/graphql.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { paths } from '../../../lib/paths.ts'
import { Picture } from '../../../ui/picture.tsx'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import { ClassList } from '../embeds/class-list.tsx'

const InstructorPageQuery = graphql(`
  query InstructorPage($slug: String!) {
    instructorBySlugPublic(slug: $slug) {
      slug
      name
      bio
      photoURL
    }
  }
`)

export function Page() {
  const { t } = useLingui()
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const [{ data, error }, again] = useQuery({ query: InstructorPageQuery, variables: { slug } })
  const instructor = data?.instructorBySlugPublic
  usePageTitle(instructor?.name ?? (data ? t`No such teacher` : undefined))
  if (!instructor) {
    return (
      <div className="page page-top void-page">
        {error ? (
          <ErrorState title={t`The page didn’t come`} retryLabel={t`Try again`} onRetry={() => again({ requestPolicy: 'network-only' })}>
            {t`The studio didn’t answer.`}
          </ErrorState>
        ) : (
          data && (
            <EmptyState
              title={t`No such teacher`}
              action={
                <Link className="btn" to={paths.library()}>
                  {t`To the library`}
                </Link>
              }
            />
          )
        )}
      </div>
    )
  }
  return (
    <div className="page page-top">
      <div className="cls">
        <div className="media" data-theme="room">
          <Picture url={instructor.photoURL} alt={t`${instructor.name} in the studio`} sizes="(min-width: 64rem) 62vw, 100vw" eager />
        </div>
        <div className="stack cls-words">
          <h1 className="d1 d1-page">{instructor.name}</h1>
          <p className="muted pretty">{instructor.bio}</p>
        </div>
      </div>
      <section className="sec" aria-labelledby="classes">
        <div className="sec-h">
          <h2 className="d2" id="classes">{t`Classes`}</h2>
        </div>
        <ClassList key={slug} filters={{ instructorSlug: slug }} sort={null} empty={<EmptyState title={t`No class yet`} />} />
      </section>
    </div>
  )
}
