/** The frame of a list that administrators work through: the result of the last action, filter tabs, entries, and links to other pages. */
import { Link } from 'react-router'
import { Notice } from '#web/ui/notice.tsx'
import { NextPageLinks } from '#web/ui/figures/pagination.tsx'

type Props = {
  title: string
  lede: string
  /** The result of the last action. */
  problem?: string | undefined
  done?: string | undefined
  filter: { label: string; tabs: readonly { to: string; text: string; isCurrent: boolean }[] }
  /** Shown above the entries, such as a request for confirmation. */
  before?: React.ReactNode
  entries?: readonly React.ReactNode[]
  /** A different kind of list, in place of the entries. */
  children?: React.ReactNode
  /** Shown when there are no entries. */
  none: string
  pages: React.ComponentProps<typeof NextPageLinks>
}

export function ListPage({ title, lede, problem, done, filter, before, entries = [], children, none, pages }: Props) {
  return (
    <>
      <div className="title">
        <h1>{title}</h1>
      </div>
      <div className="flow">
        <p className="soft measure">{lede}</p>
        {problem && <Notice verdict="wrong">{problem}</Notice>}
        {done && !problem && <Notice verdict="right">{done}</Notice>}
        {before}
        <nav className="tabs" aria-label={filter.label}>
          {filter.tabs.map(({ to, text, isCurrent }) => (
            <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
              {text}
            </Link>
          ))}
        </nav>
        {children}
        {entries.length > 0 && (
          <ul className="messages" role="list">
            {entries}
          </ul>
        )}
        {entries.length === 0 && !children && <p>{none}</p>}
        <NextPageLinks {...pages} />
      </div>
    </>
  )
}
