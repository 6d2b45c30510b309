/** The public API of this area. */
export { TakeToAnki } from './take-to-anki.tsx'
export { listSetsOfKnowledge, listSetsOfResult, type TakeSets } from './take-sets.ts'
