import type { ReactNode } from 'react'

/** What stands where there is nothing: says what to do next. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="void">
      <h2 className="d2">{title}</h2>
      {children && <p className="muted pretty">{children}</p>}
      {action}
    </div>
  )
}

/** What stands where something failed: says what happened, what is safe, and one way on. */
export function ErrorState({ title, children, retryLabel, onRetry }: { title: string; children: ReactNode; retryLabel: string; onRetry: () => void }) {
  return (
    <div className="void" role="alert">
      <h2 className="d2">{title}</h2>
      <p className="muted pretty">{children}</p>
      <button type="button" className="btn" onClick={onRetry}>
        {retryLabel}
      </button>
    </div>
  )
}

/** Cards that are still coming, in the layout that they will have. */
export function CardSkeletons({ count, className }: { count: number; className: string }) {
  return (
    <div className={`${className} skeleton`} aria-hidden="true">
      {Array.from({ length: count }, (_unused, index) => (
        <div className="card" key={index}>
          <div className="media" />
          <div className="stack">
            <span className="sk sk-t" />
          </div>
        </div>
      ))}
    </div>
  )
}
