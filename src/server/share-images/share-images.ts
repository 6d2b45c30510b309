/**
 * Share images: the images that messengers and social networks show for a shared link. The site, each certification, and each
 * guide have one.
 */
import { families, isApproximate, midWeight, type Certification, type Family, type SkillArea } from '#exam/certification.ts'
import { findCertificationRow, listCertificationRows, readCertification } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'
import type { Guide } from '#server/guides/index.ts'
import { createEtag } from '#server/http/etag.ts'

export type ShareImage = {
  title: string
  /** The text of the colored tab. The image of the site has no tab. */
  tab: string | undefined
  /** The text beside the tab. */
  label: string | undefined
  /** The text that marks a retired exam, shown after a ring. */
  retired: string | undefined
  family: Family | undefined
  bars: readonly OutlineBar[]
  /** The last line. */
  note: string
}
/** The texts of share images in one language: kind of page, retired exam, and last line. */
export type ShareImageTexts = { kind: string; guide: string; retired: string; note: string }
/** `headline` is the title of the site's image. Guides are in French, regardless of the language of `card`. */
export type SiteImageTexts = { headline: string; card: ShareImageTexts; guideCard: ShareImageTexts }
/** Skill areas drawn to scale. `weights` is empty when the weights are not verified. `labels`: the texts in the parts of the bar. */
export type OutlineBar = { family: Family; weights: readonly number[]; labels?: readonly string[] }

export type DrawnImage = { bytes: Buffer; etag: string }
/** Draws each image once, even for concurrent requests, and caches it. */
export type ImageCache<Content> = (content: Content) => Promise<DrawnImage>

/** Limits the memory: every edit of a certification adds an image. */
const cachedImagesMax = 100

/** Finds the content of the image with this name: `praxam`, `certifications-mb-800`, or `guides-<slug>`. */
export async function findShareImage(
  db: Db,
  guides: readonly Guide[],
  name: string,
  texts: SiteImageTexts,
): Promise<ShareImage | undefined> {
  if (name === 'praxam') return createSiteImage(db, texts)
  const [, kind, id = ''] = /^(certifications|guides)-(.+)$/.exec(name) ?? []
  if (kind === 'certifications') {
    const certification = await findCertification(db, id)
    return certification && createCertificationImage(certification, texts.card)
  }
  const guide = kind === 'guides' ? guides.find(({ slug }) => slug === id) : undefined
  return guide && createGuideImage(db, guide, texts.guideCard)
}

export function createImageCache<Content>(draw: (content: Content) => Promise<Buffer>): ImageCache<Content> {
  const images = new Map<string, Promise<DrawnImage>>()
  return (content) => {
    const key = JSON.stringify(content)
    const cached = images.get(key)
    if (cached) return cached
    const drawing = draw(content).then((bytes) => ({ bytes, etag: createEtag(bytes) }))
    const oldest = images.keys().next()
    if (images.size >= cachedImagesMax && !oldest.done) images.delete(oldest.value)
    images.set(key, drawing)
    drawing.catch(() => images.delete(key))
    return drawing
  }
}

async function createSiteImage(db: Db, { headline, card }: SiteImageTexts): Promise<ShareImage> {
  const bars = await listFamilyBars(db)
  return { title: headline, tab: undefined, label: undefined, retired: undefined, family: undefined, bars, note: card.note }
}

function createCertificationImage(certification: Certification, { kind, retired, note }: ShareImageTexts): ShareImage {
  const isRetired = certification.status === 'retired'
  const bar = createBar(certification)
  return {
    title: certification.name,
    tab: certification.id.toUpperCase(),
    label: isRetired ? undefined : kind,
    retired: isRetired ? retired : undefined,
    family: certification.family,
    bars: [bar.weights.length > 0 ? { ...bar, labels: certification.skillAreas.map(weightLabel) } : bar],
    note,
  }
}

/** `20–25%` */
function weightLabel({ weightMin, weightMax }: SkillArea): string {
  return weightMin === weightMax ? `${weightMin}%` : `${weightMin}–${weightMax}%`
}

async function createGuideImage(db: Db, { title, exam }: Guide, { guide: kind, retired, note }: ShareImageTexts): Promise<ShareImage> {
  const certification = exam === null ? undefined : await findCertification(db, exam)
  const isRetired = certification?.status === 'retired'
  const common = { title, retired: isRetired ? retired : undefined, family: certification?.family, note }
  return certification
    ? { ...common, tab: certification.id.toUpperCase(), label: kind, bars: [createBar(certification)] }
    : { ...common, tab: kind, label: undefined, bars: await listFamilyBars(db) }
}

async function findCertification(db: Db, id: string): Promise<Certification | undefined> {
  const row = await findCertificationRow(db, id)
  return row && readCertification(row)
}

/** The bar of the first active exam of each family. */
async function listFamilyBars(db: Db): Promise<OutlineBar[]> {
  const certifications = (await listCertificationRows(db)).map(readCertification)
  return families.flatMap((family) => {
    const first = certifications.find((certification) => certification.family === family && certification.status === 'active')
    return first ? [createBar(first)] : []
  })
}

function createBar(certification: Certification): OutlineBar {
  return { family: certification.family, weights: isApproximate(certification, 'outline') ? [] : certification.skillAreas.map(midWeight) }
}
