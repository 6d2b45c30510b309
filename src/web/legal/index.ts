/** What other areas may use. */
export { LegalPage, legalMeta } from './legal-page.tsx'
