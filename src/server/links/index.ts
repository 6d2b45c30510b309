/** What other areas may use. */
export { linkProblem, linksInHtml, listStoredLinks } from './external-links.ts'
export type { ExternalLink } from './external-links.ts'
