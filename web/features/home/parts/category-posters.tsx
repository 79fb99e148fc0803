import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { graphql, readFragment, type FragmentOf } from '../../../graphql/graphql.ts'
import { paths } from '../../../lib/paths.ts'
import { Picture } from '../../../ui/picture.tsx'

export const CategoryPosterFragment = graphql(`
  fragment CategoryPoster on Category {
    slug
    name
    classCount
    previewThumbnailUrl
  }
`)

/** Categories as upright posters. */
export function CategoryPosters({ categories }: { categories: readonly FragmentOf<typeof CategoryPosterFragment>[] }) {
  const { t } = useLingui()
  return (
    <section className="sec" aria-labelledby="floors">
      <div className="sec-h">
        <h2 className="d2" id="floors">{t`Find another floor`}</h2>
      </div>
      <ul className="rail rail-posters" tabIndex={0} aria-labelledby="floors">
        {categories.map((item) => {
          const { slug, name, classCount, previewThumbnailUrl } = readFragment(CategoryPosterFragment, item)
          return (
            <li key={slug}>
              <Link className="card" to={paths.category(slug)}>
                <div className="media media-3x4" data-theme="room">
                  <Picture url={previewThumbnailUrl} sizes="(min-width: 64rem) 20vw, 45vw" />
                </div>
                <div>
                  <h3 className="card-name">{name}</h3>
                  <p className="facts">
                    <span>{classCount === 1 ? t`1 class` : t`${classCount} classes`}</span>
                  </p>
                </div>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
