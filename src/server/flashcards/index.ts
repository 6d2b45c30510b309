/** The public API of this area. */
export { printFlashcards } from './flashcards.ts'
