/** The public API of this area. */
export { findPassages } from './retrieval/find-passages.ts'
