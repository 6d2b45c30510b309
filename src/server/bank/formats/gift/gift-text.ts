/** Reads the texts of GIFT: characters that a backslash escapes, and text formats. */
import { linesToHtml, markdownToHtml, mixedToHtml, plainToHtml } from '#server/bank/formats/rich-text.ts'

/** What a backslash can escape. `n` is a line break. */
const escaped = '\\~=#{}:n'
/** The first of the code points that replace escaped characters while a question is split. Unicode assigns them no characters. */
const placeholder = 0xfdd0

/** Replaces escaped characters, so that the remaining control characters separate the parts of a question. Other backslashes are kept. */
export function hideEscapes(text: string): string {
  return text.replace(/\\([\\~=#{}:n])/g, (_, character: string) => String.fromCharCode(placeholder + escaped.indexOf(character)))
}

/** Restores the characters that `hideEscapes` replaced, without their backslashes. */
export function showEscapes(text: string): string {
  return text.replace(/[\uFDD0-\uFDD7]/g, (hidden) => {
    const character = escaped[hidden.charCodeAt(0) - placeholder] ?? ''
    return character === 'n' ? '\n' : character
  })
}

export type GiftTextFormat = 'html' | 'plain' | 'markdown' | 'moodle'

/** Splits `[html]<p>…` into the format and the text. A text without a format has the format of the question. */
export function readFormat(text: string, format: GiftTextFormat): { format: GiftTextFormat; text: string } {
  const [mark, name] = /^\s*\[(html|plain|markdown|moodle)\]/i.exec(text) ?? []
  return mark === undefined
    ? { format, text: text.trim() }
    : { format: name?.toLowerCase() as GiftTextFormat, text: text.slice(mark.length).trim() }
}

/** HTML of a text with hidden escapes. */
export function giftHtml(written: string, questionFormat: GiftTextFormat): string {
  const { format, text } = readFormat(written, questionFormat)
  const shown = showEscapes(text)
  switch (format) {
    case 'html':
      return shown.trim()
    case 'markdown':
      return markdownToHtml(shown)
    case 'plain':
      return plainToHtml(shown)
    case 'moodle':
      return linesToHtml(mixedToHtml(shown))
  }
}
