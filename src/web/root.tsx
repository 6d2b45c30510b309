/** The frame of every page: document, styles, and error page. */
import fontUrl from '@fontsource-variable/radio-canada/files/radio-canada-latin-wdth-normal.woff2?url'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { useEffect, useRef } from 'react'
import { language } from '#text/language.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { requireRoom } from '#web/http/require-room.ts'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { LoadingIndicator } from '#web/layout/loading-indicator.tsx'
import { pageHandle } from '#web/layout/page-handle.ts'
import { InlineScript } from '#web/layout/inline-script.tsx'
import stylesUrl from '#web/styles/styles.css?url'
import type { Route } from './+types/root.ts'
import { listActiveExams } from '#server/catalogue/index.ts'
import { provideViewer } from '#web/accounts/index.server.ts'
import { AuthProvider } from '#web/accounts/index.ts'
import { RefusedReportsPlace } from '#web/reports/index.ts'
import { ThemeColors } from '#web/layout/theme-colors.tsx'

export const middleware = [requireRoom, provideViewer]

export async function loader({ context }: Route.LoaderArgs) {
  // If the exams cannot be loaded, the footer is shorter, but the page must still work.
  const activeExams = await listActiveExams(context.get(servicesContext).db).catch(() => [])
  return { origin: context.get(originContext), year: new Date().getFullYear(), activeExams }
}

/** The root data rarely changes, so it is loaded once. Loading it on every navigation would also turn a failure of the page into one of the root. */
export function shouldRevalidate() {
  return false
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function Layout({ children }: { children: React.ReactNode }) {
  const { hasNoClientScripts } = pageHandle(useMatches())
  return (
    <html lang={language.code} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* These scripts run before the first paint. */}
        <InlineScript name="theme" />
        <InlineScript name="knownVisitor" />
        {/* First among the downloads, because nothing can be painted without it. */}
        <link rel="stylesheet" href={stylesUrl} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <ThemeColors />
        <Meta />
        <Links />
      </head>
      <body>
        <AuthProvider>{children}</AuthProvider>
        <InlineScript name={hasNoClientScripts ? 'withoutClientScripts' : 'followScroll'} />
        {!hasNoClientScripts && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  useFocusOnNewPage()
  return (
    <>
      <Outlet />
      <LoadingIndicator />
      <RefusedReportsPlace />
    </>
  )
}

/** Moves the focus to the content after a navigation. Otherwise the focus would be lost with the link that disappears. */
function useFocusOnNewPage() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    const main = document.querySelector<HTMLElement>('#main')
    // Some pages focus a field themselves, such as the field for a sign-in code.
    if (before.current !== pathname && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
