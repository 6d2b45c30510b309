/** The public API of this area. */
export { CitedPageFacts } from './cited-page-facts.tsx'
