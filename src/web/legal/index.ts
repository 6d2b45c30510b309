/** The public API of this area. */
export { LegalPage, legalMeta } from './legal-page.tsx'
