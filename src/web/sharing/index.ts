/** The entry module: what other areas may import. */
export { ShareLink } from './share-link.tsx'
