/** What is kept about whom, where, and for how long. Describes the software as it is. */
import { LegalPage, legalMeta } from '#web/legal/legal-page.tsx'
import { en } from '#web/text/en/en.ts'
import type { Route } from './+types/privacy.ts'

export function meta({ matches }: Route.MetaArgs) {
  return legalMeta(en.legal.privacy, '/privacy', matches)
}

export default function Privacy() {
  return <LegalPage which="privacy" />
}
