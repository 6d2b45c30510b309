/** Numbered pages of a list, as links. */
import { Link } from 'react-router'
import { pagerPlaces } from '#exam/pager.ts'
import { bank } from '#web/text/en/bank.ts'

type Props = {
  /** From 1. */
  current: number
  total: number
  linkTo: (page: number) => string
  /** Where turning pages is no navigation. */
  onGo?: (page: number) => void
}

export function Pages({ current, total, linkTo, onGo }: Props) {
  if (total <= 1) return null
  return (
    <nav className="pager apart" aria-label={bank.pages}>
      <ol className="tabs" role="list">
        {pagerPlaces(current, total).map((place) =>
          place.type === 'gap' ? (
            <li key={`gap-${place.after}`}>
              <span aria-hidden="true">…</span>
            </li>
          ) : (
            <li key={place.number}>
              <Link
                to={linkTo(place.number)}
                aria-label={bank.page(place.number)}
                aria-current={place.number === current ? 'page' : undefined}
                onClick={(event) => {
                  if (!onGo) return
                  event.preventDefault()
                  onGo(place.number)
                }}
              >
                {place.number}
              </Link>
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}
