/** A page with the site's header and footer. */
import { SiteFooter } from '#web/layout/site-footer.tsx'
import { SiteHeader } from '#web/layout/site-header.tsx'
import { SkipLink } from '#web/layout/skip-link.tsx'

export function SitePage({ children, kind = 'page' }: { children: React.ReactNode; kind?: 'page' | 'exam' | 'account' }) {
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <main className={kind === 'account' ? 'page account' : kind} id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
