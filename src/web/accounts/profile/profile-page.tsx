/** The frame of a page with one change of the account: the form on the left, what it means on the right. */
import { Link } from 'react-router'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  title: string
  /** Code of what is wrong with the whole form. */
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
        {problem && <Notice verdict="wrong">{problemText(problem)}</Notice>}
        {done && <Notice verdict="right">{done}</Notice>}
        {children}
        <p>
          <Link to="/profile">{profile.back}</Link>
        </p>
      </div>
    </SitePage>
  )
}
