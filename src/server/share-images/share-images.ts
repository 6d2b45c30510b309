/**
 * Cards: the pictures that stand for a page where its address is shared. One for the site, and one for each
 * certification and each guide. Drawn with the colours of `web/styles/tokens.css` and without any font of the system.
 */
import sharp from 'sharp'
import { families, isApproximate, weightOf } from '#exam/certification.ts'
import type { Certification, Family } from '#exam/certification.ts'
import type { Db } from '#server/db/tables.ts'
import { createEtag } from '#server/http/etag.ts'
import { fit, outlinesOf, widthOf } from '#server/share-images/text-outlines.ts'
import type { Face } from '#server/share-images/text-outlines.ts'
import { findCertificationRow, listCertificationRows, readCertification } from '#server/catalogue/index.ts'
import type { Guide } from '#server/guides/index.ts'

/** What a card shows. */
export type Card = {
  title: string
  /** On the tab, and beside it; without a tab the card is one of the site itself. */
  tab: string | undefined
  label: string | undefined
  /** Says of an exam that it is retired, with a ring before it. */
  retired: string | undefined
  family: Family | undefined
  bars: readonly Bar[]
  /** At the foot. */
  note: string
}
/** The words of cards in the language of their pages: what kind of page it is, of a retired exam, and at the foot. */
export type CardWords = { kind: string; retired: string; note: string }
/** `headline` is the title of the site's own card. */
export type SiteCardWords = { headline: string; en: CardWords; fr: CardWords }
/** An outline to scale. Without weights it is a plain line: nobody could verify them. */
export type Bar = { family: Family; weights: readonly number[] }

export type DrawnCard = { bytes: Buffer; etag: string }
/** Draws each card once, also for those who ask while it is drawn, and keeps it. */
export type CardBox<Kind = Card> = (card: Kind) => Promise<DrawnCard>

export const cardSize = { width: 1200, height: 630 }

/** The light ones of `web/styles/tokens.css`; a test compares them. */
export const cardColours = {
  paper: '#f5f9f7',
  ink: '#141e1e',
  soft: '#3f4a4b',
  erp: '#0f6371',
  crm: '#834e16',
  power: '#833175',
}

export const familyColours: Record<Family, string> = { ERP: cardColours.erp, CRM: cardColours.crm, 'Power Platform': cardColours.power }

/** Cards are few and small; the limit keeps the memory from growing with every edit of a certification. */
const keptMax = 100

/** The card of a name without its ending: `praxam`, `certifications-mb-800`, `guides-<slug>`. */
export async function findCard(db: Db, guides: readonly Guide[], name: string, words: SiteCardWords): Promise<Card | undefined> {
  if (name === 'praxam') return siteCard(db, words)
  const [, kind, id = ''] = /^(certifications|guides)-(.+)$/.exec(name) ?? []
  if (kind === 'certifications') {
    const certification = await findById(db, id)
    return certification && certificationCard(certification, words.en)
  }
  const guide = kind === 'guides' ? guides.find(({ slug }) => slug === id) : undefined
  return guide && guideCard(db, guide, words.fr)
}

export function makeCardBox<Kind>(draw: (card: Kind) => Promise<Buffer>): CardBox<Kind> {
  const kept = new Map<string, Promise<DrawnCard>>()
  return (card) => {
    const key = JSON.stringify(card)
    const known = kept.get(key)
    if (known) return known
    const drawn = draw(card).then((bytes) => ({ bytes, etag: createEtag(bytes) }))
    const oldest = kept.keys().next()
    if (kept.size >= keptMax && !oldest.done) kept.delete(oldest.value)
    kept.set(key, drawn)
    drawn.catch(() => kept.delete(key))
    return drawn
  }
}

/** The card as PNG of `cardSize`. */
export function drawCard(card: Card): Promise<Buffer> {
  return drawSvg(printCard(card))
}

export function drawSvg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 128, dither: 0, effort: 8 }).toBuffer()
}

async function siteCard(db: Db, { headline, en }: SiteCardWords): Promise<Card> {
  const bars = await barsOfFamilies(db)
  return { title: headline, tab: undefined, label: undefined, retired: undefined, family: undefined, bars, note: en.note }
}

function certificationCard(certification: Certification, { kind, retired, note }: CardWords): Card {
  const isRetired = certification.status === 'retired'
  return {
    title: certification.name,
    tab: certification.id.toUpperCase(),
    label: isRetired ? undefined : kind,
    retired: isRetired ? retired : undefined,
    family: certification.family,
    bars: [barOf(certification)],
    note,
  }
}

async function guideCard(db: Db, { title, exam }: Guide, { kind, retired, note }: CardWords): Promise<Card> {
  const certification = exam === null ? undefined : await findById(db, exam)
  const isRetired = certification?.status === 'retired'
  const common = { title, retired: isRetired ? retired : undefined, family: certification?.family, note }
  return certification
    ? { ...common, tab: certification.id.toUpperCase(), label: kind, bars: [barOf(certification)] }
    : { ...common, tab: kind, label: undefined, bars: await barsOfFamilies(db) }
}

async function findById(db: Db, id: string): Promise<Certification | undefined> {
  const row = await findCertificationRow(db, id)
  return row && readCertification(row)
}

/** The first exam of each family that can be taken. */
async function barsOfFamilies(db: Db): Promise<Bar[]> {
  const certifications = (await listCertificationRows(db)).map(readCertification)
  return families.flatMap((family) => {
    const first = certifications.find((one) => one.family === family && one.status === 'active')
    return first ? [barOf(first)] : []
  })
}

function barOf(certification: Certification): Bar {
  return { family: certification.family, weights: isApproximate(certification, 'outline') ? [] : certification.skillAreas.map(weightOf) }
}

/** Left and right of everything, and what is between. */
export const margin = 84
export const innerWidth = cardSize.width - 2 * margin
const headTop = 64
const headHeight = 76
/** Where the bars are. */
export const bandTop = 446
export const bandHeight = 76
const noteLine = 578

const titleSizes = [
  { size: 84, linesMax: 2 },
  { size: 74, linesMax: 3 },
  { size: 66, linesMax: 3 },
  { size: 56, linesMax: 4 },
]
const titleLeading = 1.1

/** The card as SVG, all of its text as outlines. */
export function printCard(card: Card): string {
  const { bars } = card
  return printAround(card, [
    title(card.title),
    ...bars.map((bar, i) => printBar(bar, bandTop + (i * (bandHeight + barGap)) / bars.length, barHeight(bars.length))),
  ])
}

type Frame = Pick<Card, 'tab' | 'label' | 'retired' | 'family' | 'note'>

/** What all cards share, around the pieces of the middle. */
export function printAround(card: Frame, middle: readonly string[]): string {
  const { width, height } = cardSize
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${cardColours.paper}"/>`,
    card.tab === undefined ? logo(margin) : head(card, card.tab),
    ...middle,
    text(card.note, { weight: 400, size: 31 }, margin, noteLine, cardColours.soft),
    '</svg>',
  ].join('')
}

/** The tab with what stands beside it, and the logo on the other side. */
function head({ family, label, retired }: Frame, tab: string): string {
  const colour = family ? familyColours[family] : cardColours.ink
  const tabFace: Face = { weight: 700, size: 46 }
  const labelFace: Face = { weight: 400, size: 38 }
  const tabWidth = 46 + widthOf(tab, tabFace) + 28
  const labelAt = margin + tabWidth + 26
  const retiredAt = labelAt + (label ? widthOf(label, labelFace) + 34 : 0)
  const line = headTop + 53
  return [
    tabShape(margin, headTop, tabWidth, headHeight, colour),
    text(tab, tabFace, margin + 46, headTop + 54, cardColours.paper),
    label ? text(label, labelFace, labelAt, line, cardColours.soft) : '',
    retired ? ring(retiredAt + 12, line - 13) + text(retired, labelFace, retiredAt + 36, line, cardColours.soft) : '',
    logo(cardSize.width - margin - logoWidth()),
  ].join('')
}

const logoFace: Face = { weight: 700, size: 52 }
const logoTab = 64

function logo(x: number): string {
  const letter = widthOf('P', logoFace)
  return [
    tabShape(x, headTop + 6, logoTab, logoTab, cardColours.ink),
    text('P', logoFace, x + (logoTab - letter) / 2 + 3, headTop + 57, cardColours.paper),
    text('raxam', logoFace, x + logoTab + 4, headTop + 57, cardColours.ink),
  ].join('')
}

function logoWidth(): number {
  return logoTab + 4 + widthOf('raxam', logoFace)
}

/** The title in the middle between head and outline. */
function title(words: string): string {
  const { lines, size } = fit(words, 700, innerWidth, titleSizes)
  const leading = size * titleLeading
  const middle = (headTop + headHeight + bandTop) / 2
  // Capitals are about seven tenths of the size.
  const first = middle - ((lines.length - 1) * leading) / 2 + size * 0.35
  return lines.map((line, i) => text(line, { weight: 700, size }, margin, first + i * leading, cardColours.ink)).join('')
}

const barGap = 14

function barHeight(count: number): number {
  return (bandHeight - (count - 1) * barGap) / count
}

/** Each area as wide as its weight, round where the outline begins. */
function printBar({ family, weights }: Bar, y: number, height: number): string {
  const fill = familyColours[family]
  if (weights.length === 0) return `<rect x="${margin}" y="${y + height - 8}" width="${innerWidth}" height="8" fill="${fill}"/>`
  const gap = 5
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const round = Math.min(height / 2, 20)
  return weights
    .map((weight, i) => {
      const x = margin + (weights.slice(0, i).reduce((sum, before) => sum + before, 0) / total) * innerWidth
      const width = (weight / total) * innerWidth - (i < weights.length - 1 ? gap : 0)
      return i === 0
        ? roundedLeft(x, y, width, height, round, fill)
        : `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
    })
    .join('')
}

/** Round on the outer side, square where it meets the page. */
function tabShape(x: number, y: number, width: number, height: number, fill: string): string {
  return roundedLeft(x, y, width, height, height / 2, fill)
}

/** A bar that is round where it begins. */
export function roundedLeft(x: number, y: number, width: number, height: number, round: number, fill: string): string {
  const arc = `a${round} ${round} 0 0 1`
  return `<path fill="${fill}" d="M${x + round} ${y}h${width - round}v${height}h${round - width}${arc} ${-round} ${-round}v${2 * round - height}${arc} ${round} ${-round}z"/>`
}

function ring(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="10" fill="none" stroke="${cardColours.soft}" stroke-width="5"/>`
}

export function text(line: string, face: Face, x: number, y: number, fill: string): string {
  return `<path fill="${fill}" d="${outlinesOf(line, face, x, y)}"/>`
}
