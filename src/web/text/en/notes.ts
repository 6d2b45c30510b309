/** A candidate's own note on a question. */
import { number } from '#web/text/en/numbers.ts'

export const notes = {
  label: 'Your note',
  onlyYou: 'Only you can see this note. It appears whenever you see this question.',
  keptHere: 'Stored on this device.',
  saving: 'Saving...',
  saved: 'Saved',
  unstored: 'Your browser can’t save this note. Copy it before you close the page.',
  length: (length: number, max: number) => `${number(length)} of ${number(max)} characters`,
  full: (max: number) => `You’ve reached the limit of ${number(max)} characters. Anything beyond it is cut off.`,
}
