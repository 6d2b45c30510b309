/** What one may do with the site, and what it does not promise. */
import { LegalPage, legalMeta } from '#web/legal/legal-page.tsx'
import { en } from '#web/text/en/en.ts'
import type { Route } from './+types/terms.ts'

export function meta({ matches }: Route.MetaArgs) {
  return legalMeta(en.legal.terms, '/terms', matches)
}

export default function Terms() {
  return <LegalPage which="terms" />
}
