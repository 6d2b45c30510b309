/** The share image of a shared result: the score in large digits, the name, and a bar that is filled to the score. */
import type { ReactElement } from 'react'
import type { Family } from '#exam/certification.ts'
import {
  bandHeight,
  bandTop,
  box,
  familyColor,
  fitText,
  frame,
  innerWidth,
  isPrintable,
  margin,
  measureWidth,
  renderPng,
  roundedLeft,
  shareImageColors,
  shareImageSize,
  text,
} from '#server/share-images/index.ts'

export type ResultImage = {
  /** The exam id in upper case: `MB-800`. */
  tab: string
  /** The text beside the tab. */
  label: string
  family: Family | undefined
  /** `84%` or `2 of 3`. */
  score: string
  /** How much of the bar is filled, 0–100. */
  filledPercent: number
  /** The line of the passing score with its text. Practice has none. */
  mark: { percent: number; text: string } | undefined
  /** Omitted if the font lacks one of the characters, because a partial name would be wrong. */
  name: string
  lines: readonly string[]
  note: string
}

const scoreFace = { weight: 700, size: 200 } as const
const scoreTop = 193
const detailsBottom = 373
const lineHeight = 46
const gap = 48
const ofOneLine = (size: number) => ({ size, linesMax: 1 })
const nameSizes = [60, 48, 38].map(ofOneLine)
const lineSizes = [36, 34, 32, 29, 26].map(ofOneLine)

export async function drawResultImage(image: ResultImage): Promise<Buffer> {
  return renderPng(await layOutResultImage(image))
}

export async function layOutResultImage(image: ResultImage): Promise<ReactElement> {
  return frame({ ...image, retired: undefined }, ...(await layOutScore(image)), ...layOutBar(image))
}

/** The score, with the name and the lines to its right. The wider the score, the smaller they are. */
async function layOutScore({ score, name, lines }: ResultImage): Promise<ReactElement[]> {
  const { ink, soft } = shareImageColors
  const left = margin + (await measureWidth(score, scoreFace)) + gap
  const width = margin + innerWidth - left
  const shownName = isPrintable(name) ? name : ''
  const nameSize = (await fitText(shownName, 700, width, nameSizes)).size
  const fittingSizes = await Promise.all(lines.map((line) => fitText(line, 400, width, lineSizes)))
  const lineSize = Math.min(...fittingSizes.map(({ size }) => size))
  return [
    text(score, scoreFace, ink, { position: 'absolute', left: margin - 6, top: scoreTop }),
    box(
      { position: 'absolute', left, bottom: shareImageSize.height - detailsBottom, width, flexDirection: 'column' },
      text(shownName, { weight: 700, size: nameSize }, ink, {
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        lineHeight: `${nameSize * 1.4}px`,
        // The baseline does not move with the size.
        marginBottom: 23 - nameSize * 0.355,
      }),
      ...lines.map((line) => text(line, { weight: 400, size: lineSize }, soft, { lineHeight: `${lineHeight}px` })),
    ),
  ]
}

/** The bar, filled to the score. If the result has a passing score, a line marks it, with its text above. */
function layOutBar({ filledPercent, mark, family }: ResultImage): ReactElement[] {
  const color = familyColor(family)
  const filled = box({ width: (filledPercent / 100) * innerWidth, height: bandHeight, backgroundColor: color })
  const outline = { position: 'absolute', left: margin, top: bandTop, width: innerWidth, height: bandHeight } as const
  return [
    box({ ...outline, ...roundedLeft(20), border: `2px solid ${color}`, overflow: 'hidden' }, filled),
    ...(mark ? layOutMark(mark) : []),
  ]
}

function layOutMark({ percent, text: label }: NonNullable<ResultImage['mark']>): ReactElement[] {
  const { paper, ink } = shareImageColors
  const markAt = (percent / 100) * innerWidth
  const line = { width: 10, height: bandHeight + 20, backgroundColor: ink, border: `0 solid ${paper}`, borderWidth: '0 3px' } as const
  return [
    box({ position: 'absolute', left: margin + markAt - 5, top: bandTop - 14, ...line }),
    text(label, { weight: 600, size: 28 }, ink, {
      position: 'absolute',
      right: shareImageSize.width - margin - markAt + 12,
      top: bandTop - 36,
    }),
  ]
}
