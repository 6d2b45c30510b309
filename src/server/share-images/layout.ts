/** The layout of share images: the common frame, and the image of a page. */
import type { CSSProperties, ReactElement } from 'react'
import type { Family } from '#exam/certification.ts'
import { box, fitText, renderPng, shareImageSize, text } from '#server/share-images/render.ts'
import type { OutlineBar, ShareImage } from '#server/share-images/share-images.ts'

/** The light variants of `web/styles/tokens.css`. A test compares them. */
export const shareImageColors = {
  paper: '#f5f9f7',
  ink: '#141e1e',
  soft: '#3f4a4b',
  erp: '#0f6371',
  crm: '#834e16',
  power: '#833175',
}

/** Left and right margin, and the width between them. */
export const margin = 84
export const innerWidth = shareImageSize.width - 2 * margin
const headTop = 64
const headHeight = 76
/** Vertical position and height of the bars. */
export const bandTop = 446
export const bandHeight = 76
const barGap = 14
const noteTop = 552

const titleSizes = [
  { size: 84, linesMax: 2 },
  { size: 74, linesMax: 3 },
  { size: 66, linesMax: 3 },
  { size: 56, linesMax: 4 },
]
const titleLineHeight = 1.1

/** A PNG of `shareImageSize`. */
export async function drawShareImage(image: ShareImage): Promise<Buffer> {
  return renderPng(await layOutShareImage(image))
}

export async function layOutShareImage(image: ShareImage): Promise<ReactElement> {
  const { bars } = image
  const barHeight = (bandHeight - (bars.length - 1) * barGap) / bars.length
  return frame(
    image,
    await layOutTitle(image.title),
    box(
      { position: 'absolute', left: margin, top: bandTop, width: innerWidth, flexDirection: 'column', gap: barGap },
      ...bars.map((bar) => layOutBar(bar, barHeight)),
    ),
  )
}

export function familyColor(family: Family | undefined): string {
  if (family === undefined) return shareImageColors.ink
  return { ERP: shareImageColors.erp, CRM: shareImageColors.crm, 'Power Platform': shareImageColors.power }[family]
}

/** The header and the note that all share images have, around their content. */
export function frame(image: Pick<ShareImage, 'tab' | 'label' | 'retired' | 'family' | 'note'>, ...content: ReactElement[]): ReactElement {
  const { paper, soft } = shareImageColors
  return box(
    { ...shareImageSize, position: 'relative', backgroundColor: paper, fontFamily: 'Radio Canada' },
    box(
      { position: 'absolute', left: margin, top: headTop, width: innerWidth, height: headHeight, alignItems: 'center' },
      ...(image.tab === undefined ? [logo()] : [...header(image, image.tab), box({ flexGrow: 1 }), logo()]),
    ),
    ...content,
    text(image.note, { weight: 400, size: 31 }, soft, { position: 'absolute', left: margin, top: noteTop }),
  )
}

/** The style of a shape with a rounded left end. */
export function roundedLeft(radius: number): CSSProperties {
  return { borderTopLeftRadius: radius, borderBottomLeftRadius: radius }
}

function header({ label, retired, family }: Pick<ShareImage, 'label' | 'retired' | 'family'>, tab: string): ReactElement[] {
  const { paper, soft } = shareImageColors
  const labelFace = { weight: 400, size: 38 } as const
  const tabStyle = { ...roundedLeft(headHeight / 2), height: headHeight, padding: '0 28px 0 46px', marginRight: 26 }
  return [
    box({ ...tabStyle, alignItems: 'center', backgroundColor: familyColor(family) }, text(tab, { weight: 700, size: 46 }, paper)),
    ...(label === undefined ? [] : [text(label, labelFace, soft, { marginRight: 34 })]),
    ...(retired === undefined ? [] : [ring(), text(retired, labelFace, soft)]),
  ]
}

function ring(): ReactElement {
  return box({ width: 25, height: 25, border: `5px solid ${shareImageColors.soft}`, borderRadius: 13, marginRight: 11 })
}

function logo(): ReactElement {
  const { paper, ink } = shareImageColors
  const face = { weight: 700, size: 52 } as const
  const initial = { ...roundedLeft(32), width: 64, height: 64, paddingLeft: 6, marginRight: 4, backgroundColor: ink }
  return box(
    { alignItems: 'center' },
    box({ ...initial, alignItems: 'center', justifyContent: 'center' }, text('P', face, paper)),
    text('raxam', face, ink),
  )
}

/** The title, centered between the header and the bars, in lines of similar length. */
async function layOutTitle(title: string): Promise<ReactElement> {
  const { size, linesMax, isTooLong } = await fitText(title, 700, innerWidth, titleSizes)
  const top = headTop + headHeight
  return box(
    {
      position: 'absolute',
      left: margin,
      top,
      width: innerWidth,
      height: bandTop - top,
      flexDirection: 'column',
      justifyContent: 'center',
    },
    text(title, { weight: 700, size }, shareImageColors.ink, {
      whiteSpace: 'normal',
      overflowWrap: 'break-word',
      lineHeight: `${size * titleLineHeight}px`,
      // Balancing a clamped text would balance the whole text and then show only its first lines.
      ...(isTooLong ? { lineClamp: linesMax } : { textWrap: 'balance' }),
    }),
  )
}

/** Minimum width of a part of a bar that has a label. */
const labelWidthMin = 112

/** The skill areas, with widths proportional to their weights. An outline without weights is a thin line. */
function layOutBar({ family, weights, labels }: OutlineBar, height: number): ReactElement {
  const backgroundColor = familyColor(family)
  if (weights.length === 0) return box({ height, alignItems: 'flex-end' }, box({ width: innerWidth, height: 8, backgroundColor }))
  const gap = 5
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return box(
    { height },
    ...weights.map((weight, i) => {
      const isLast = i === weights.length - 1
      const width = (weight / total) * innerWidth - (isLast ? 0 : gap)
      const label = width >= labelWidthMin ? labels?.[i] : undefined
      const radius = i === 0 && roundedLeft(Math.min(height / 2, 20))
      return box(
        { width, height, backgroundColor, marginRight: isLast ? 0 : gap, alignItems: 'center', justifyContent: 'center', ...radius },
        ...(label === undefined ? [] : [text(label, { weight: 600, size: 27 }, shareImageColors.paper)]),
      )
    }),
  )
}
