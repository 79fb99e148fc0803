import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { useQuery } from 'urql'
import { graphql, type VariablesOf } from '../../../graphql/graphql.ts'
import { CardSkeletons, ErrorState } from '../../../ui/state.tsx'
import { ClassCard, ClassCardFragment } from './class-card.tsx'

const ClassListQuery = graphql(
  `
    query ClassList($filters: StudioClassFilters, $sort: StudioClassSort, $pagination: Pagination) {
      studioClasses(filters: $filters, sort: $sort, pagination: $pagination) {
        total
        nextCursor
        items {
          id
          ...ClassCard
        }
      }
    }
  `,
  [ClassCardFragment],
)

type Variables = VariablesOf<typeof ClassListQuery>
type Request = { filters: NonNullable<Variables['filters']>; sort: NonNullable<Variables['sort']> | null }
const pageSize = 24

/** Classes by filters, a page at a time; `empty` stands where none fits. Remount it (by `key`) when the filters change. */
export function ClassList({ filters, sort, empty }: Request & { empty: ReactNode }) {
  const [pages, setPages] = useState<readonly (string | null)[]>([null])
  return (
    <>
      <div className="cards">
        {pages.map((after, index) => (
          <ClassListPage
            key={after ?? 'first'}
            filters={filters}
            sort={sort}
            after={after}
            isFirst={index === 0}
            empty={empty}
            onMore={index === pages.length - 1 ? (cursor) => setPages([...pages, cursor]) : null}
          />
        ))}
      </div>
    </>
  )
}

function ClassListPage({ filters, sort, after, isFirst, empty, onMore }: Request & { after: string | null; isFirst: boolean; empty: ReactNode; onMore: ((cursor: string) => void) | null }) {
  const { t } = useLingui()
  const [{ data, error, fetching }, again] = useQuery({ query: ClassListQuery, variables: { filters, sort, pagination: { first: pageSize, after } } })
  if (error && !data) {
    return (
      <ErrorState title={t`The list didn’t come`} retryLabel={t`Try again`} onRetry={() => again({ requestPolicy: 'network-only' })}>
        {t`The studio didn’t answer. What you chose is kept.`}
      </ErrorState>
    )
  }
  if (!data) return fetching ? <CardSkeletons count={8} className="cards list-wide" /> : null
  const { items, nextCursor, total } = data.studioClasses
  if (isFirst && items.length === 0) return <div className="list-wide">{empty}</div>
  return (
    <>
      {isFirst && (
        <p className="list-wide t1 muted" role="status">
          {total === 1 ? t`1 class` : t`${total} classes`}
        </p>
      )}
      {items.map((item) => (
        <ClassCard key={item.id} studioClass={item} sizes="(min-width: 64rem) 23vw, (min-width: 40rem) 45vw, 92vw" />
      ))}
      {nextCursor && onMore && (
        <div className="list-wide">
          <button type="button" className="btn" onClick={() => onMore(nextCursor)}>
            {t`Show more`}
          </button>
        </div>
      )}
    </>
  )
}
