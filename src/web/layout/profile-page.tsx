/** The layout of a page that changes one part of the account. */
import { Link } from 'react-router'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { site } from '#web/text/en/site.ts'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  title: string
  /** A problem with the whole form, as text. */
  problem?: string | undefined
  done?: string | undefined
  children: React.ReactNode
}

export function ProfilePage({ title, problem, done, children }: Props) {
  return (
    <SitePage kind="account">
      <NoindexTitle>{`${title}, Praxam`}</NoindexTitle>
      <h1>{title}</h1>
      <div className="flow">
        {problem && <Notice verdict="wrong">{problem}</Notice>}
        {done && <Notice verdict="right">{done}</Notice>}
        {children}
        <p>
          <Link to="/profile">{site.backToProfile}</Link>
        </p>
      </div>
    </SitePage>
  )
}
