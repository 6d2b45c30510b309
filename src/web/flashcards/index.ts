/** The public API of this area. */
export { FlashcardsButton } from './flashcards-button.tsx'
export { listSetsOfKnowledge, listSetsOfResult, type FlashcardSets } from './flashcard-sets.ts'
