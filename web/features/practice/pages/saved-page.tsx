import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../../graphql/graphql.ts'
import { formatMonthDayYear } from '../../../lib/formats.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { paths } from '../../../lib/paths.ts'
import { CardSkeletons, EmptyState, ErrorState } from '../../../ui/state.tsx'
import { ClassCard, ClassCardFragment } from '../../catalog/embeds/class-card.tsx'

const SavedClassesQuery = graphql(
  `
    query SavedClasses($filter: SavedClassFilter, $sort: SavedClassSort, $direction: SortDirection, $pagination: Pagination) {
      savedClasses(filter: $filter, sort: $sort, direction: $direction, pagination: $pagination) {
        total
        nextCursor
        items {
          dateSaved
          dateLastViewed
          studioClass {
            id
            ...ClassCard
          }
        }
      }
    }
  `,
  [ClassCardFragment],
)

const filters = ['all', 'completed', 'incomplete'] as const
const sorts = ['dateSaved', 'dateLastViewed'] as const
const directions = ['desc', 'asc'] as const
type Order = { filter: (typeof filters)[number]; sort: (typeof sorts)[number]; direction: (typeof directions)[number] }

function readOrder(search: Record<string, unknown>): Order {
  return {
    filter: filters.find((value) => value === search['filter']) ?? 'all',
    sort: sorts.find((value) => value === search['sort']) ?? 'dateSaved',
    direction: directions.find((value) => value === search['direction']) ?? 'desc',
  }
}

export function Page() {
  const { t } = useLingui()
  usePageTitle(t`Saved classes`)
  const navigate = useNavigate()
  const order = readOrder(useSearch({ strict: false }) as Record<string, unknown>)
  const choose = (change: Partial<Order>): void => {
    void navigate({ to: paths.saved(), search: { ...order, ...change }, replace: true, resetScroll: false })
  }
  const names = { all: t`All`, completed: t`Completed`, incomplete: t`Still to do` }
  return (
    <div className="page page-top">
      <div className="list-head">
        <h1 className="d1 d1-page">{t`Saved classes`}</h1>
        <div className="row wrap">
          <div className="seg" role="group" aria-label={t`Show`}>
            {filters.map((filter) => (
              <button key={filter} type="button" aria-pressed={order.filter === filter} onClick={() => choose({ filter })}>
                {names[filter]}
              </button>
            ))}
          </div>
          <label className="field">
            <span className="sr-only">{t`Order`}</span>
            <select
              className="in"
              value={`${order.sort} ${order.direction}`}
              onChange={(event) => {
                const [sort, direction] = event.target.value.split(' ')
                choose(readOrder({ ...order, sort, direction }))
              }}
            >
              <option value="dateSaved desc">{t`Saved last first`}</option>
              <option value="dateSaved asc">{t`Saved first first`}</option>
              <option value="dateLastViewed desc">{t`Danced last first`}</option>
              <option value="dateLastViewed asc">{t`Danced longest ago first`}</option>
            </select>
          </label>
        </div>
      </div>
      <SavedList key={JSON.stringify(order)} order={order} />
    </div>
  )
}

function SavedList({ order }: { order: Order }) {
  const [pages, setPages] = useState<readonly (string | null)[]>([null])
  return (
    <div className="cards">
      {pages.map((after, index) => (
        <SavedPage key={after ?? 'first'} order={order} after={after} onMore={index === pages.length - 1 ? (cursor) => setPages([...pages, cursor]) : null} />
      ))}
    </div>
  )
}

function SavedPage({ order, after, onMore }: { order: Order; after: string | null; onMore: ((cursor: string) => void) | null }) {
  const { t } = useLingui()
  const [{ data, error }, again] = useQuery({ query: SavedClassesQuery, variables: { ...order, pagination: { first: 24, after } }, requestPolicy: 'cache-and-network' })
  if (!data) {
    return error ? (
      <div className="list-wide">
        <ErrorState title={t`Your list didn’t come`} retryLabel={t`Try again`} onRetry={() => again({ requestPolicy: 'network-only' })}>
          {t`The studio didn’t answer. Your list is safe.`}
        </ErrorState>
      </div>
    ) : (
      <CardSkeletons count={4} className="cards list-wide" />
    )
  }
  const { items, nextCursor, total } = data.savedClasses
  if (items.length === 0 && after === null) {
    return (
      <div className="list-wide">
        <EmptyState
          title={order.filter === 'all' ? t`Nothing saved yet` : t`Nothing in this view`}
          action={
            <Link className="btn" to={paths.library()}>
              {t`To the library`}
            </Link>
          }
        >
          {order.filter === 'all' ? t`Press Save on a class, and it waits for you here on every device.` : t`Show all to see what you have saved.`}
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      {after === null && (
        <p className="list-wide t1 muted" role="status">
          {total === 1 ? t`1 class` : t`${total} classes`}
        </p>
      )}
      {items.map(({ studioClass, dateSaved, dateLastViewed }) => (
        <div key={studioClass.id}>
          <ClassCard studioClass={studioClass} sizes="(min-width: 64rem) 23vw, (min-width: 40rem) 45vw, 92vw" />
          <p className="t1 faint">
            {order.sort === 'dateLastViewed' && dateLastViewed ? t`Danced ${formatMonthDayYear(new Date(dateLastViewed))}` : t`Saved ${formatMonthDayYear(new Date(dateSaved))}`}
          </p>
        </div>
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
