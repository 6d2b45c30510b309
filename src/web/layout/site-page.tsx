/** A page with the site's header and footer. */
import { SiteFooter } from '#web/layout/site-footer.tsx'
import { SiteHeader } from '#web/layout/site-header.tsx'
import { SkipLink } from '#web/layout/skip-link.tsx'

type Props = {
  children: React.ReactNode
  kind?: 'page' | 'attempt' | 'account'
  /** Path of the page to which the links to other languages lead, if this page has no translation; `null` for no such links. */
  counterpart?: string | null | undefined
  /** Whether the header shows a sign-out button or a sign-in link. */
  knowsViewer?: boolean
}

export function SitePage({ children, kind = 'page', counterpart, knowsViewer = true }: Props) {
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
