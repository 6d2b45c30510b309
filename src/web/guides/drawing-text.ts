/** Breaks texts of drawings into lines, because SVG does not. Widths are estimates for the site's font, and slightly too large. */

export type Word = { readonly text: string; readonly isEnglish: boolean }

/** English terms are between asterisks. Only plain spaces separate words. */
export function splitWords(text: string): Word[] {
  return text.split('*').flatMap((part, i) =>
    part
      .split(' ')
      .filter(Boolean)
      .map((word) => ({ text: word, isEnglish: i % 2 === 1 })),
  )
}

/** Lines of words that fit a width. A longer word has a line of its own. */
export function breakLines(text: string, width: number, characterWidth: number): Word[][] {
  const lines: Word[][] = []
  let used = Infinity
  for (const word of joinPunctuation(splitWords(text))) {
    const own = word.text.length * characterWidth
    if (used + characterWidth + own > width) {
      lines.push([])
      used = -characterWidth
    }
    lines.at(-1)?.push(word)
    used += characterWidth + own
  }
  return lines
}

/** Joins punctuation to its word: `)` to the word before, `(` to the word after. */
function joinPunctuation(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if (before && /^[).,;:»]/.test(word.text)) joined[joined.length - 1] = { ...before, text: before.text + word.text }
    else if (before?.text.endsWith('(')) joined[joined.length - 1] = { text: before.text + word.text, isEnglish: word.isEnglish }
    else joined.push(word)
  }
  return joined
}

/** The text without asterisks. */
export function plainWords(text: string): string {
  return text.replaceAll('*', '')
}
