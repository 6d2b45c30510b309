/** What other areas may use. */
export { ShareLink } from './share-link.tsx'
