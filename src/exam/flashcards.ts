/**
 * Questions as a file for Anki or a spreadsheet. `POST /api/flashcards` takes a `FlashcardsRequest` as JSON and returns the file. The header
 * `Praxam-Cards` of the response says how many questions the file has.
 */

import type { QuestionLanguage } from '#exam/question-language.ts'

export const flashcardFormats = ['apkg', 'csv'] as const
export type FlashcardFormat = (typeof flashcardFormats)[number]

/** Maximum number of questions in a file. */
export const flashcardsMax = 500

/**
 * `attemptId`: a finished attempt of the member. If set, the file has the questions as they were in the attempt, even if the bank has changed.
 * `language`: English by default. Questions without a translation are in English.
 */
export type FlashcardsRequest = {
  readonly certificationId: string
  readonly format: FlashcardFormat
  readonly questionIds: readonly string[]
  readonly attemptId?: string
  readonly language?: QuestionLanguage
}

/** `praxam-mb-800.apkg` */
export function flashcardsName(certificationId: string, format: FlashcardFormat): string {
  return `praxam-${certificationId}.${format}`
}
