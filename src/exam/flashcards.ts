/**
 * Questions as a file for Anki or a table program. `POST /api/flashcards` takes a `FlashcardsRequest` as JSON and answers with the file.
 * The header `Praxam-Cards` of the response says how many of the questions the file has.
 */

export const flashcardFormats = ['apkg', 'csv'] as const
export type FlashcardFormat = (typeof flashcardFormats)[number]

/** The most questions of one file. */
export const flashcardsMax = 500

/**
 * `attemptId`: a finished attempt of the member. The questions are then those that the attempt asked, also if the bank has changed since.
 */
export type FlashcardsRequest = {
  readonly certificationId: string
  readonly format: FlashcardFormat
  readonly questionIds: readonly string[]
  readonly attemptId?: string
}

/** `praxam-mb-800.apkg` */
export function flashcardsName(certificationId: string, format: FlashcardFormat): string {
  return `praxam-${certificationId}.${format}`
}
