/** The terms of use. */
import { LegalPage, legalMeta } from '#web/legal/legal-page.tsx'
import { legal } from '#web/text/en/legal.ts'
import type { Route } from './+types/terms.ts'

export function loader() {
  return legal.terms
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return legalMeta(loaderData, '/terms', matches)
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
