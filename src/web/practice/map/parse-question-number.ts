/**
 * The number that a candidate typed, or `undefined` if the text is not a whole number. `separators` are the characters that may separate
 * thousands.
 *
 * | text                    | number      |
 * | ----------------------- | ----------- |
 * | `1500`, `1,500`, ` 15 ` | 1500, 15    |
 * | `15,00`, `1.5`, `-1`    | `undefined` |
 * | `1e3`, `0x10`           | `undefined` |
 */
export function parseQuestionNumber(text: string, separators: string): number | undefined {
  const typed = text.trim()
  const pattern = new RegExp(`^(?:\\d+|\\d{1,3}(?:[${separators}]\\d{3})+)$`)
  return pattern.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : undefined
}
