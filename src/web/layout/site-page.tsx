/** A page with the site's header and footer. */
import { SiteFooter } from '#web/layout/site-footer.tsx'
import { SiteHeader } from '#web/layout/site-header.tsx'
import { SkipLink } from '#web/layout/skip-link.tsx'

type Frame = {
  children: React.ReactNode
  kind?: 'page' | 'exam' | 'account'
  /** Address of the page that says the same in the other language. */
  counterpart?: string | undefined
}

export function SitePage({ children, kind = 'page', counterpart }: Frame) {
  return (
    <>
      <SkipLink />
      <SiteHeader counterpart={counterpart} />
      <main className={kind === 'account' ? 'page account' : kind} id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
