/** A candidate's own note on a question. */
import { number } from '#web/text/en/numbers.ts'

export const notes = {
  label: 'Your note',
  onlyYou: 'Only you can see it. It comes back with the question.',
  keptHere: 'Kept on this device.',
  saving: 'Saving...',
  saved: 'Saved',
  unstored: 'Your browser isn’t storing this note. Copy it before you close the page.',
  length: (length: number, max: number) => `${number(length)} of ${number(max)} characters`,
  full: (max: number) => `That’s the limit of ${number(max)} characters. Anything longer is cut off.`,
}
