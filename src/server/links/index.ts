/** The public API of this area. */
export { findLinkProblem, listHtmlLinks, listStoredLinks, type ExternalLink } from './external-links.ts'
