/** `GET /robots.txt`: paths that search engines should not request. Other account pages are not listed; they have `noindex`. */
import { addressIn, languages } from '#exam/languages.ts'
import { originContext } from '#web/context.ts'
import type { Route } from './+types/robots.ts'

const disallowedPaths = ['/admin', '/api', ...languages.map((language) => addressIn(language, '/profile'))]

export function loader({ context }: Route.LoaderArgs) {
  const rules = disallowedPaths.map((path) => `Disallow: ${path}`)
  const text = ['User-agent: *', ...rules, '', `Sitemap: ${context.get(originContext)}/sitemap.xml`, ''].join('\n')
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } })
}
