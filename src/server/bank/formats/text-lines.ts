/** Splits a text file into lines. */

/** `number` counts from 1. */
export type TextLine = { readonly text: string; readonly number: number }

/** The lines without their line endings, which differ between operating systems. */
export function* readLines(pieces: Iterable<string>): Generator<TextLine> {
  let number = 0
  let rest = ''
  for (const piece of pieces) {
    rest += piece
    // A carriage return at the end may be the first half of a line ending.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const text of lines) yield { text, number: (number += 1) }
  }
  if (rest !== '') for (const text of rest.replace(/\r$/, '').split('\r')) yield { text, number: (number += 1) }
}
