/** Dates and counts as English prose writes them. Days are ISO dates without a time, so no time zone may move them. */

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** `2026-06-30` → `30 June 2026`. */
export function day(date: string): string {
  return `${Number(date.slice(8, 10))} ${monthOfYear(date)}`
}

/** `2026-06-30` → `June 2026`. */
export function monthOfYear(date: string): string {
  return `${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
}

/** Milliseconds as the two units that matter: `1 h 22 min`, `4 min`, `less than a minute`. */
export function span(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A moment as the day it was on this device: `18 November 2026`. */
export function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

const words = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']

/** A small number at the beginning of a sentence: 3 → `Three`; larger ones stay figures. */
export function countWord(count: number): string {
  return words[count] ?? String(count)
}

/** Numbers of questions, as many as one reads: `4, 5, 9`, from the thirteenth on `…`. */
export function someNumbers(numbers: readonly number[]): string {
  return `${numbers.slice(0, 12).join(', ')}${numbers.length > 12 ? ' …' : ''}`
}
