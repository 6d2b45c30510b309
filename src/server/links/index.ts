/** The public API of this area. */
export { findLinkProblem, listHtmlLinks, listStoredLinks } from './external-links.ts'
export type { ExternalLink } from './external-links.ts'
