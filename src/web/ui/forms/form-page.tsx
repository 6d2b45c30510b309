/** A page with one form: its title, and the result of the last submission above the form. */
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { Notice } from '#web/ui/notice.tsx'

export type FormPageProps = {
  title: string
  /** The text of a problem with the whole form. */
  problem?: React.ReactNode
  done?: string | undefined
  children: React.ReactNode
  aside?: React.ReactNode
}

export function FormPage({ title, problem, done, children, aside }: FormPageProps) {
  return (
    <SitePage kind="account">
      <NoindexTitle>{`${title}, Praxam`}</NoindexTitle>
      <h1>{title}</h1>
      <div className="flow">
        {problem && <Notice verdict="wrong">{problem}</Notice>}
        {done && <Notice verdict="right">{done}</Notice>}
        {children}
      </div>
      {aside}
    </SitePage>
  )
}
