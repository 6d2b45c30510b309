/** The entry module: what other areas may import. */
export { LegalPage, legalMeta } from './legal-page.tsx'
