/** Navigation between the pages of a list. */
import { Link } from 'react-router'
import { PageNumbers } from '#web/ui/page-numbers.tsx'

/** Parses the page number of an address, counting from 1. Anything else is page 1. */
export function readPage(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

type PageChange = { linkTo: (page: number) => string } | { onChange: (page: number) => void }

type PaginationProps = {
  /** Counts from 1. */
  current: number
  total: number
  /** Names of the navigation and of each page. */
  texts: { pages: string; page: (number: number) => string }
} & PageChange

/** Numbered pages: links, or buttons when changing the page is not a navigation. A single page renders nothing. */
export function Pagination({ current, total, texts, ...change }: PaginationProps) {
  if (total <= 1) return null
  return (
    <PageNumbers label={texts.pages} className="pager apart" current={current} total={total}>
      {(number) => {
        const shared = { 'aria-label': texts.page(number), 'aria-current': number === current ? ('page' as const) : undefined }
        return 'linkTo' in change ? (
          <Link to={change.linkTo(number)} {...shared}>
            {number}
          </Link>
        ) : (
          <button type="button" onClick={() => change.onChange(number)} {...shared}>
            {number}
          </button>
        )
      }}
    </PageNumbers>
  )
}

type PageLink = { to: string; text: string } | false | undefined

/** Links for a list that is read page by page: back to the first page and on to the next one. */
export function NextPageLinks({ label, first, next }: { label: string; first: PageLink; next: PageLink }) {
  return (
    <nav className="row links-alone" aria-label={label}>
      {first && <Link to={first.to}>{first.text}</Link>}
      {next && <Link to={next.to}>{next.text}</Link>}
    </nav>
  )
}
