/** The numbers of a pager: the first, the last, and those around the current one, with an ellipsis for each gap. */
import type { ReactNode } from 'react'
import { listPagerEntries } from '#exam/pager.ts'

type Props = {
  label: string
  className?: string
  /** Counts from 1. */
  current: number
  total: number
  /** Renders the link or button of a number. */
  children: (number: number) => ReactNode
}

export function PageNumbers({ label, className = 'pager', current, total, children }: Props) {
  return (
    <nav className={className} aria-label={label}>
      <ol className="tabs" role="list">
        {listPagerEntries(current, total).map((place) =>
          place.type === 'gap' ? (
            <li key={`gap-${place.after}`}>
              <span aria-hidden="true">…</span>
            </li>
          ) : (
            <li key={place.number}>{children(place.number)}</li>
          ),
        )}
      </ol>
    </nav>
  )
}
