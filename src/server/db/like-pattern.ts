/** Texts as the database compares them. */

/** Pattern for `LIKE`: texts that contain this one, letter for letter. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Whether the text can be a uuid of the database at all: it refuses other texts with an error. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
