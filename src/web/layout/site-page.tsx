/** A page with the site's header and footer. */
import { SiteFooter } from '#web/layout/site-footer.tsx'
import { SiteHeader } from '#web/layout/site-header.tsx'
import { SkipLink } from '#web/layout/skip-link.tsx'

type Frame = {
  children: React.ReactNode
  kind?: 'page' | 'exam' | 'account'
  /** Address of the page that says the same in the other language. */
  counterpart?: string | undefined
  /** Whether the header may say who is signed in, or that nobody is. */
  knowsViewer?: boolean
}

export function SitePage({ children, kind = 'page', counterpart, knowsViewer = true }: Frame) {
  return (
    <>
      <SkipLink />
      <SiteHeader counterpart={counterpart} knowsViewer={knowsViewer} />
      <main className={kind === 'account' ? 'page account' : kind} id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
