import { useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { graphql } from '../../../graphql/graphql.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { paths } from '../../../lib/paths.ts'
import { EmptyState } from '../../../ui/state.tsx'
import { ClassList } from '../embeds/class-list.tsx'

const CategoryPageQuery = graphql(`
  query CategoryPage {
    categories {
      slug
      name
      description
      isFollowing
    }
  }
`)
const FollowCategoriesMutation = graphql(`
  mutation FollowCategories($categories: [String!]!) {
    followCategories(categories: $categories) {
      slug
      isFollowing
    }
  }
`)

export function Page() {
  const { t } = useLingui()
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const [{ data }] = useQuery({ query: CategoryPageQuery })
  const [{ fetching }, follow] = useMutation(FollowCategoriesMutation)
  const [failed, setFailed] = useState(false)
  const category = data?.categories.find((found) => found.slug === slug)
  usePageTitle(category?.name ?? (data ? t`No such category` : undefined))
  if (data && !category) {
    return (
      <div className="page page-top void-page">
        <EmptyState
          title={t`No such category`}
          action={
            <Link className="btn" to={paths.library()}>
              {t`To the library`}
            </Link>
          }
        />
      </div>
    )
  }
  const toggle = async (): Promise<void> => {
    if (!data || !category) return
    setFailed(false)
    const followed = data.categories.filter((found) => found.isFollowing !== (found.slug === slug)).map((found) => found.slug)
    const { error } = await follow({ categories: followed })
    if (error) setFailed(true)
  }
  return (
    <div className="page page-top">
      <div className="list-head">
        <div className="stack">
          <h1 className="d1 d1-page">{category?.name ?? '\u00a0'}</h1>
          <p className="muted pretty">{category?.description}</p>
        </div>
        <div>
          <button type="button" className="btn" aria-pressed={category?.isFollowing ?? false} aria-busy={fetching} disabled={!category} onClick={() => void toggle()}>
            {category?.isFollowing ? t`Following` : t`Follow`}
          </button>
          <p role="alert" className="hint hint-bad">
            {failed ? t`That didn’t reach the studio. Try once more.` : null}
          </p>
        </div>
      </div>
      <ClassList key={slug} filters={{ categorySlug: slug }} sort={null} empty={<EmptyState title={t`No class here yet`}>{t`The studio is working on it. Follow it, and its classes come up tonight.`}</EmptyState>} />
    </div>
  )
}
