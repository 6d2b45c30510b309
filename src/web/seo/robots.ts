/** `GET /robots.txt`: what search engines need not ask for. Pages of accounts are not among it: they say `noindex` themselves. */
import { originContext } from '#web/context.ts'
import type { Route } from './+types/robots.ts'

const leftOut = ['/admin', '/profile', '/api']

export function loader({ context }: Route.LoaderArgs) {
  const rules = leftOut.map((path) => `Disallow: ${path}`)
  const text = ['User-agent: *', ...rules, '', `Sitemap: ${context.get(originContext)}/sitemap.xml`, ''].join('\n')
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } })
}
