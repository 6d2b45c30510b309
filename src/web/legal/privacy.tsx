/** What is kept about whom, where, and for how long. Describes the software as it is. */
import { LegalPage, legalMeta } from '#web/legal/legal-page.tsx'
import { legal } from '#web/text/en/legal.ts'
import type { Route } from './+types/privacy.ts'

export function loader() {
  return legal.privacy
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return legalMeta(loaderData, '/privacy', matches)
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
