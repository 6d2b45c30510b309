/** The frame of a page with an account form: title, error or success notice, content and a link to the profile. */
import { Link } from 'react-router'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  title: string
  /** Error code for the whole form. */
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
