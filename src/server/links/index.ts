/** What other areas may use. */
export { findLinkProblem, listHtmlLinks, listStoredLinks } from './external-links.ts'
export type { ExternalLink } from './external-links.ts'
