/**
 * Renders boxes with text as images: `satori` lays them out as SVG, and `sharp` converts the SVG to PNG. Text becomes outlines of the
 * bundled font, so no system font is needed. Lengths are in pixels.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createElement, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import type { Font } from 'satori'

const require = createRequire(import.meta.url)

export const shareImageSize = { width: 1200, height: 630 }

type FontWeight = 400 | 600 | 700
export type FontFace = { weight: FontWeight; size: number }
/** A font size, and the number of lines that a text of this size may have. */
export type TextSize = { size: number; linesMax: number }

/** Longer texts are cut, because they are unreadable and slow to lay out. */
const charactersMax = 300

/** A flex container. */
export function box(style: CSSProperties, ...children: ReactNode[]): ReactElement {
  return createElement('div', { style: { display: 'flex', flexShrink: 0, boxSizing: 'border-box', ...style } }, ...children)
}

/** One line of text, unless the style allows it to wrap. */
export function text(words: string, { weight, size }: FontFace, color: string, style: CSSProperties = {}): ReactElement {
  const font = { fontWeight: weight, fontSize: size, lineHeight: `${size}px`, color }
  return createElement('div', { style: { display: 'block', flexShrink: 0, whiteSpace: 'nowrap', ...font, ...style } }, printable(words))
}

/** Whether the font has every character of a text. */
export function isPrintable(words: string): boolean {
  return !unsupported.test(withSupportedSpaces(words))
}

/**
 * The first of the sizes, large to small, at which a text fits into `linesMax` lines of the given width. If none fits, the
 * result is the last size, and `isTooLong` is true.
 */
export async function fitText(
  words: string,
  weight: FontWeight,
  width: number,
  sizes: readonly TextSize[],
): Promise<TextSize & { isTooLong: boolean }> {
  for (const fitting of sizes) {
    const { size, linesMax } = fitting
    const { height } = await measure(text(words, { weight, size }, 'black', { whiteSpace: 'normal', maxWidth: width }))
    if (height <= linesMax * size) return { ...fitting, isTooLong: false }
  }
  return { ...(sizes.at(-1) ?? { size: 0, linesMax: 0 }), isTooLong: true }
}

export async function measureWidth(words: string, face: FontFace): Promise<number> {
  return (await measure(text(words, face, 'black'))).width
}

export async function renderPng(content: ReactElement): Promise<Buffer> {
  const svg = await renderSvg(content)
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 128, dither: 0, effort: 8 }).toBuffer()
}

export async function renderSvg(content: ReactElement): Promise<string> {
  const satori = await loadSatori()
  return satori(content, { ...shareImageSize, fonts: await loadFonts() })
}

/** The size of one piece of text. */
async function measure(content: ReactElement): Promise<{ width: number; height: number }> {
  const satori = await loadSatori()
  let measured = { width: 0, height: 0 }
  await satori(box({ alignItems: 'flex-start' }, content), {
    ...shareImageSize,
    fonts: await loadFonts(),
    onNodeDetected: ({ textContent, width, height }) => {
      if (textContent !== undefined) measured = { width, height }
    },
  })
  return measured
}

/** Loaded with the first image, like `sharp`. Many processes never draw an image, and the libraries take time and memory. */
async function loadSatori(): Promise<typeof import('satori').default> {
  return (await import('satori')).default
}

let fonts: Promise<Font[]> | undefined

function loadFonts(): Promise<Font[]> {
  fonts ??= readFonts()
  return fonts
}

function readFonts(): Promise<Font[]> {
  const folder = dirname(require.resolve('@fontsource/radio-canada/package.json'))
  return Promise.all(
    ([400, 600, 700] as const).map(async (weight) => {
      const data = await readFile(join(folder, `files/radio-canada-latin-${weight}-normal.woff`))
      return { name: 'Radio Canada', data, weight, style: 'normal' as const }
    }),
  )
}

/** Characters outside the Latin subset of Radio Canada. A test compares the list with the font. */
const unsupported =
  /[^\u0020-\u007E\u00A0-\u00FF\u0131\u0152\u0153\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u2039\u203A\u20AC\u2122\u2212]/u

function withSupportedSpaces(words: string): string {
  // The narrow no-break space of French is not in the font.
  return words.replaceAll(/\s/g, (space) => (space === '\u202F' || space === '\u00A0' ? '\u00A0' : ' '))
}

/** Removes the characters that the font lacks. A line break never separates French punctuation, or the 365 of a product, from its word. */
function printable(words: string): string {
  return withSupportedSpaces(words)
    .replaceAll(new RegExp(unsupported, 'gu'), '')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, charactersMax)
    .replaceAll(/ (?=[:;!?»]|365)|(?<=«) /g, '\u00A0')
}
