/** Checks and `LIKE` patterns for strings in queries. */

/** A `LIKE` pattern for values that contain exactly this text. */
export function containing(text: string): string {
  return `%${startingWith(text)}`
}

/** A `LIKE` pattern for values that start with exactly this text. */
export function startingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Whether the text is a UUID. For any other text, a query that compares it with a UUID column fails. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
