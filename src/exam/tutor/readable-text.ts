/** Converts HTML of questions to plain text for a model to read, with one line per paragraph, list item, and table row. */
import { plainText } from '#exam/plain-text.ts'

/** Cells of a table row are separated by `|`. An image is replaced by its description. */
export function readableText(html: string): string {
  return html
    .replace(/<img\b[^<>]*?\balt="([^"]*)"[^<>]*>/gi, ' ($1) ')
    .replace(/<\/t[dh]>\s*(?=<t[dh]\b)/gi, ' | ')
    .split(/<br\s*\/?>|<\/(?:p|li|h\d|tr|figcaption|pre|blockquote|div|caption)>/i)
    .map(plainText)
    .filter((line) => line !== '')
    .join('\n')
}
