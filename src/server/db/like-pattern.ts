/** Checks and patterns for texts in queries. */

/** A `LIKE` pattern for values that contain exactly this text. */
export function containing(text: string): string {
  return `%${startingWith(text)}`
}

/** A `LIKE` pattern for values that start with exactly this text. */
export function startingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Whether the text is a UUID. The database throws an error for other texts. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
