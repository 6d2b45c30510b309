/** `/privacy`: which personal data the software stores, where, and for how long. `/terms`: the terms of use. */
import { LegalPage, legalMeta } from '#web/legal/legal-page.tsx'
import { servicesContext } from '#web/context.ts'
import { legal, privacyWithTutor } from '#text/legal.ts'
import type { Route } from './+types/legal.ts'

export function loader({ url, context }: Route.LoaderArgs) {
  const page = url.pathname.includes('/terms') ? 'terms' : 'privacy'
  const { tutor } = context.get(servicesContext)
  return { path: `/${page}`, text: page === 'privacy' && tutor ? privacyWithTutor(tutor) : legal[page] }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? legalMeta(loaderData.text, loaderData.path, matches) : []
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} />
}
