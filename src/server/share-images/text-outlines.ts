/**
 * Sets lines of text as outlines, so that a picture needs no font of the system. Characters that the font does not have
 * are left out. Lengths are pixels.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create } from 'fontkit'
import type { Font, GlyphRun } from 'fontkit'

export type Weight = 400 | 600 | 700
export type Face = { weight: Weight; size: number }
/** Lines that fit, and the size in which they do. */
export type Paragraph = { lines: string[]; size: number }

const require = createRequire(import.meta.url)
const fonts = new Map<Weight, Font>()

/** Whether the font has every character of a line. */
export function canSet(line: string): boolean {
  return settable(line, 700) === line
}

/** Width of one line. */
export function widthOf(text: string, { weight, size }: Face): number {
  return (layOut(text, weight).advanceWidth / fontOf(weight).unitsPerEm) * size
}

/** One line as the data of an SVG path; its letters stand on `y`. */
export function outlinesOf(text: string, { weight, size }: Face, x: number, y: number): string {
  const scale = size / fontOf(weight).unitsPerEm
  const { glyphs, positions } = layOut(text, weight)
  let pen = x
  const paths = glyphs.map(({ path }, i) => {
    const placed = path.transform(scale, 0, 0, -scale, pen, y).toSVG()
    pen += (positions[i]?.xAdvance ?? 0) * scale
    return placed
  })
  return paths.join('').replaceAll(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10))
}

/**
 * Breaks a text into as few lines as possible in the first of the sizes, large to small, that needs at most the lines
 * that `linesMax` allows it, and evens them out. What is too long even for the smallest ends in an ellipsis.
 */
export function fit(text: string, weight: Weight, width: number, sizes: readonly { size: number; linesMax: number }[]): Paragraph {
  const words = wordsOf(text, weight)
  for (const { size, linesMax } of sizes) {
    const lines = breakLines(words, { weight, size }, width)
    if (lines.length <= linesMax && lines.every((line) => widthOf(line, { weight, size }) <= width))
      return { lines: evenOut(words, { weight, size }, lines, width), size }
  }
  const { size = 0, linesMax = 0 } = sizes.at(-1) ?? {}
  return { lines: cut(breakLines(words, { weight, size }, width), { weight, size }, width, linesMax), size }
}

/** More could not be read, and takes long to set. */
const charactersMax = 300

/** Pieces between which a line may end. French punctuation stays with its word, and the product's figure with its name. */
function wordsOf(text: string, weight: Weight): string[] {
  return settable(text.slice(0, charactersMax), weight)
    .split(/(?<!«) +(?![:;!?»]|365)/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function breakLines(words: readonly string[], face: Face, width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer, face) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The same number of lines, those that lack least of the width, so that none is left with a single word. */
function evenOut(words: readonly string[], face: Face, lines: string[], width: number): string[] {
  if (lines.length < 2) return lines
  const space = widthOf(' ', face)
  const widths = words.map((word) => widthOf(word, face))
  type Broken = { lines: string[]; lack: number }
  const breakFrom = (start: number, lineCount: number): Broken => {
    let best: Broken = { lines, lack: Infinity }
    let lineWidth = -space
    for (let end = start + 1; end <= words.length - (lineCount - 1); end++) {
      lineWidth += space + (widths[end - 1] ?? 0)
      if (lineWidth > width) break
      if (lineCount === 1 && end < words.length) continue
      const rest = lineCount === 1 ? { lines: [], lack: 0 } : breakFrom(end, lineCount - 1)
      const lack = (width - lineWidth) ** 2 + rest.lack
      if (lack < best.lack) best = { lines: [words.slice(start, end).join(' '), ...rest.lines], lack }
    }
    return best
  }
  return breakFrom(0, lines.length).lines
}

function cut(lines: readonly string[], face: Face, width: number, linesMax: number): string[] {
  return lines.slice(0, linesMax).map((line, i) => {
    const isWhole = i < linesMax - 1 || lines.length <= linesMax
    if (isWhole && widthOf(line, face) <= width) return line
    let kept = line
    while (kept !== '' && widthOf(`${kept}…`, face) > width) kept = kept.slice(0, -1)
    return `${kept.trimEnd()}…`
  })
}

function layOut(text: string, weight: Weight): GlyphRun {
  return fontOf(weight).layout(settable(text, weight))
}

function settable(text: string, weight: Weight): string {
  const font = fontOf(weight)
  // The fine space of French is not in the font.
  const spaced = text.replaceAll(/[\t\n\r]/g, ' ').replaceAll('\u202F', '\u00A0')
  return Array.from(spaced)
    .filter((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
    .join('')
}

function fontOf(weight: Weight): Font {
  const known = fonts.get(weight)
  if (known) return known
  const folder = dirname(require.resolve('@fontsource/radio-canada/package.json'))
  const font = create(readFileSync(join(folder, `files/radio-canada-latin-${weight}-normal.woff`)))
  fonts.set(weight, font)
  return font
}
