import type { ReactNode } from 'react'
import type { FragmentOf } from '../../../graphql/graphql.ts'
import { ClassCard, type ClassCardFragment } from './class-card.tsx'

/** A titled row of classes that runs to the window's edge. */
export function ClassRail({ id, title, more, classes }: { id: string; title: string; more?: ReactNode; classes: readonly FragmentOf<typeof ClassCardFragment>[] }) {
  return (
    <section className="sec" aria-labelledby={id}>
      <div className="sec-h">
        <h2 className="d2" id={id}>
          {title}
        </h2>
        {more}
      </div>
      <ul className="rail" tabIndex={0} aria-labelledby={id}>
        {classes.map((studioClass, index) => (
          <li key={index}>
            <ClassCard studioClass={studioClass} />
          </li>
        ))}
      </ul>
    </section>
  )
}
