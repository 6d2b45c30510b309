/** The card of a shared result: the score in large figures, whose it is, and a bar that is filled as far as the score. */
import type { Family } from '#exam/certification.ts'
import {
  bandHeight,
  bandTop,
  canSet,
  cardColours,
  drawSvg,
  familyColours,
  fit,
  innerWidth,
  margin,
  printAround,
  roundedLeft,
  text,
  widthOf,
} from '#server/share-images/index.ts'
import type { Face } from '#server/share-images/index.ts'

export type ResultCard = {
  /** Number of the exam, and what stands beside it. */
  tab: string
  label: string
  family: Family | undefined
  percent: number
  markPercent: number
  /** Words at the line of the mark. */
  mark: string
  /** Left out where the font has not all of its letters: half a name is nobody's. */
  name: string
  lines: readonly string[]
  note: string
}

const figureFace: Face = { weight: 700, size: 200 }
const figureLine = 362
const lineFace: Face = { weight: 400, size: 36 }
const lineHeight = 46
const markFace: Face = { weight: 600, size: 28 }

export function drawResultCard(card: ResultCard): Promise<Buffer> {
  return drawSvg(printResultCard(card))
}

export function printResultCard(card: ResultCard): string {
  return printAround({ ...card, retired: undefined }, [printFigure(card), printBar(card)])
}

function printFigure({ percent, name, lines }: ResultCard): string {
  const figure = `${percent}%`
  const left = margin + widthOf(figure, figureFace) + 48
  const width = margin + innerWidth - left
  // As large as the longest of them allows.
  const widest = Math.max(...lines.map((line) => widthOf(line, lineFace)))
  const face = { ...lineFace, size: lineFace.size * Math.min(1, width / widest) }
  const linesTop = figureLine - (lines.length - 1) * lineHeight
  const shown = fit(canSet(name) ? name : '', 700, width, nameSizes)
  return [
    text(figure, figureFace, margin - 6, figureLine, cardColours.ink),
    text(shown.lines.join(' '), { weight: 700, size: shown.size }, left, linesTop - lineHeight - 12, cardColours.ink),
    ...lines.map((line, i) => text(line, face, left, linesTop + i * lineHeight, cardColours.soft)),
  ].join('')
}

const nameSizes = [
  { size: 60, linesMax: 1 },
  { size: 48, linesMax: 1 },
  { size: 38, linesMax: 1 },
]

/** Filled as far as the score, with a line at the mark and its words above. */
function printBar({ percent, markPercent, mark, family }: ResultCard): string {
  const colour = family ? familyColours[family] : cardColours.ink
  const round = 20
  const edge = 2
  const markAt = margin + (markPercent / 100) * innerWidth
  const whole = roundedLeft(margin, bandTop, innerWidth, bandHeight, round, colour)
  const empty = roundedLeft(margin + edge, bandTop + edge, innerWidth - 2 * edge, bandHeight - 2 * edge, round - edge, cardColours.paper)
  const filled = `<g clip-path="url(#score)">${whole}</g>`
  const clip = `<clipPath id="score"><rect x="${margin}" y="${bandTop}" width="${(percent / 100) * innerWidth}" height="${bandHeight}"/></clipPath>`
  return [
    clip,
    whole,
    empty,
    filled,
    `<rect x="${markAt - 5}" y="${bandTop - 14}" width="10" height="${bandHeight + 20}" fill="${cardColours.paper}"/>`,
    `<rect x="${markAt - 2}" y="${bandTop - 14}" width="4" height="${bandHeight + 20}" fill="${cardColours.ink}"/>`,
    text(mark, markFace, markAt - widthOf(mark, markFace) - 12, bandTop - 12, cardColours.ink),
  ].join('')
}
