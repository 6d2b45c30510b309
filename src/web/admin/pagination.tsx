/** Numbered pages of a list: links, or buttons where turning pages is no navigation. */
import { Link } from 'react-router'
import { pagerPlaces } from '#exam/pager.ts'
import { bank } from '#web/text/en/bank.ts'

/** The number of a page in an address, from 1; nonsense is the first. */
export function readPage(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

type Turning = { linkTo: (page: number) => string } | { onGo: (page: number) => void }
/** `current` is from 1. */
type Props = { current: number; total: number } & Turning

export function Pagination({ current, total, ...turning }: Props) {
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
              <PageNumber number={place.number} isCurrent={place.number === current} turning={turning} />
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}

function PageNumber({ number, isCurrent, turning }: { number: number; isCurrent: boolean; turning: Turning }) {
  const shared = { 'aria-label': bank.page(number), 'aria-current': isCurrent ? ('page' as const) : undefined }
  if ('linkTo' in turning)
    return (
      <Link to={turning.linkTo(number)} {...shared}>
        {number}
      </Link>
    )
  return (
    <button type="button" onClick={() => turning.onGo(number)} {...shared}>
      {number}
    </button>
  )
}
