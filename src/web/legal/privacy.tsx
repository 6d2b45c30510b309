/** The privacy page: which personal data the software stores, where and for how long. */
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
