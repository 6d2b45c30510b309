import { describe, expect, test } from 'vitest'
import { plainText } from '#exam/plain-text.ts'
import { readCatalog } from '#server/bank/content-files.ts'
import { readGuides, type Guide } from '#server/guides/guides.ts'
import { areaName } from '#web/text/fr/guides.ts'
import { contentFolder } from '#tests/services.ts'

const guides = await readGuides(contentFolder)
const catalog = (await readCatalog(contentFolder)).value

/**
 * Links of every guide. Source: spec §2, French landing pages; architecture §7 for the row without a path. The guides for
 * PL-900, MB-230, and AB-410 are not in the specification.
 */
const linksOfSpec: Record<string, string[]> = {
  'mb-800-dumps-corrige': ['/exam/mb-800', '/seo/questions-certification-dynamics', '/seo/examen-mb910-en-ligne'],
  'questions-mb-800-pdf-gratuit': ['/exam/mb-800', '/seo/mb-800-dumps-corrige', '/seo/reussir-certification-dynamics'],
  'reussir-certification-dynamics': [
    '/certifications',
    '/exam/mb-800',
    '/exam/mb-910',
    '/exam/mb-300',
    '/seo/mb-800-dumps-corrige',
    '/seo/examen-mb910-en-ligne',
  ],
  'examen-mb910-en-ligne': ['/exam/mb-910', '/seo/mb-800-dumps-corrige', '/seo/questions-certification-dynamics'],
  'questions-reelles-d365': [
    '/exam/mb-800',
    '/exam/mb-910',
    '/exam/mb-300',
    '/certifications',
    '/seo/reussir-certification-dynamics',
    '/seo/mb-800-dumps-corrige',
  ],
  'certification-microsoft-erp-2025': [
    '/exam/mb-800',
    '/exam/mb-300',
    '/certifications',
    '/seo/mb-800-dumps-corrige',
    '/seo/reussir-certification-dynamics',
  ],
  'astuces-certification-crm': ['/certifications', '/seo/questions-reelles-d365', '/seo/reussir-certification-dynamics'],
  'questions-mb-210-gratuites': ['/exam/mb-210', '/seo/astuces-certification-crm', '/seo/questions-reelles-d365'],
  'questions-certification-microsoft-telechargement': [
    '/certifications',
    '/certifications?family=ERP',
    '/certifications?family=CRM',
    '/certifications?family=Power%20Platform',
    '/seo/reussir-certification-dynamics',
    '/seo/questions-reelles-d365',
  ],
  'preparer-certification-dynamics-365': ['/certifications', '/seo/mb-800-dumps-corrige', '/seo/examen-mb910-en-ligne'],
  'questions-corrigees-mb-300': ['/exam/mb-300'],
  'examen-dynamics-365-astuces': ['/certifications'],
  'questions-frequentes-examen-mb-920': ['/exam/mb-920'],
  'examen-mb-910-en-francais': ['/exam/mb-910'],
  'passer-certification-erp-microsoft': ['/certifications'],
  'mb-800-gratuit-en-ligne': ['/exam/mb-800'],
  'questions-dumps-mb-910': ['/exam/mb-910'],
  'erreurs-a-eviter-certification-crm': [],
  'tips-certification-dynamics': [],
  'reussir-examen-mb-910-premier-coup': [],
  'questions-certification-dynamics': [],
  'examen-pl-900-preparation': ['/exam/pl-900', '/certifications/pl-900'],
  'preparer-examen-mb-230': ['/exam/mb-230', '/certifications/mb-230'],
  'examen-ab-410-apres-pl-200': ['/exam/ab-410', '/certifications/ab-410'],
}

/** The visible text of a guide, as HTML. */
function htmlOf({ title, description, call, lede, sections, faqHeading, faq }: Guide): string {
  const body = sections.flatMap(({ heading, blocks }) => [heading, ...blocks.map((block) => (block.kind === 'html' ? block.html : ''))])
  return [title, description, lede, ...body, faqHeading, ...faq.flatMap(({ question, answer }) => [question, answer]), call].join(' \n ')
}

/** Lowercase words without placeholders. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/\{\{.*?\}\}/g, ' ')
      .match(/[\p{L}\d]+/gu) ?? []
  )
}

function listPhrases(guide: Guide): Set<string> {
  const words = wordsOf(plainText(htmlOf(guide)))
  return new Set(words.slice(0, -7).map((_, i) => words.slice(i, i + 8).join(' ')))
}

describe('the guides', () => {
  test('are those of the specification, the hub page, and three for live exams', () => {
    expect(guides.map(({ slug }) => slug)).toEqual(Object.keys(linksOfSpec).toSorted())
  })

  test.each(Object.entries(linksOfSpec))('%s has the required links', (slug, links) => {
    expect(guides.find((guide) => guide.slug === slug)?.links).toEqual(expect.arrayContaining(links))
  })

  test('are all linked from the hub page', () => {
    const hub = htmlOf(guides.find(({ slug }) => slug === 'questions-certification-dynamics') as Guide)
    const others = guides.filter(({ slug }) => slug !== 'questions-certification-dynamics')
    expect(others.filter(({ slug }) => !hub.includes(`href="/seo/${slug}"`)).map(({ slug }) => slug)).toEqual([])
  })

  test.each(guides.map((guide) => [guide.slug, guide.words] as const))('%s has 900 to 1,600 words', (_, words) => {
    expect(words).toBeGreaterThanOrEqual(900)
    expect(words).toBeLessThanOrEqual(1600)
  })

  test('have no eight consecutive words in common', () => {
    const shared: string[] = []
    for (const [i, guide] of guides.entries()) {
      const phrases = listPhrases(guide)
      for (const other of guides.slice(i + 1))
        for (const phrase of listPhrases(other)) if (phrases.has(phrase)) shared.push(`${guide.slug} and ${other.slug}: ${phrase}`)
    }
    expect(shared).toEqual([])
  })

  test('have unique titles, descriptions, calls and questions', () => {
    for (const textOf of [
      ({ question }: Guide) => question.id,
      ({ title }: Guide) => title,
      ({ description }: Guide) => description,
      ({ call }: Guide) => call,
    ])
      expect(new Set(guides.map(textOf)).size).toBe(guides.length)
  })

  test('have a drawn figure each', () => {
    const hasFigure = ({ sections }: Guide) =>
      sections.some(({ blocks }) => blocks.some(({ kind }) => kind === 'outline' || kind === 'drawing'))
    expect(guides.filter((guide) => !hasFigure(guide)).map(({ slug }) => slug)).toEqual([])
  })

  test('have French names for every skill area in their outlines', () => {
    const drawn = guides.flatMap(({ sections }) =>
      sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'outline' ? block.certificationId : []))),
    )
    const areas = catalog.filter(({ id }) => drawn.includes(id)).flatMap(({ skillAreas }) => skillAreas)
    expect(drawn.length).toBeGreaterThan(0)
    expect(areas.filter((area) => areaName(area) === undefined)).toEqual([])
  })

  // Prices, lengths, and scores of exams change, so they must come from the catalog.
  test('contain no literal price, passing score or success rate', () => {
    const typed = guides.flatMap((guide) =>
      [...plainText(htmlOf(guide)).matchAll(/\d+\s?(?:USD|dollars)|\b700 sur\b|taux de réussite de \d+|\d+\s?% de réussite/g)].map(
        ([found]) => `${guide.slug}: ${found}`,
      ),
    )
    expect(typed).toEqual([])
  })

  test('show the status of a retired exam, and no call to register', () => {
    const retired = new Set(catalog.filter(({ status }) => status === 'retired').map(({ id }) => id))
    const about = guides.filter(({ exam }) => exam !== null && retired.has(exam))
    expect(about.length).toBeGreaterThan(0)
    expect(about.filter((guide) => !/\{\{[^}]+\.(?:status|retiredSince)\}\}/.test(JSON.stringify(guide))).map(({ slug }) => slug)).toEqual(
      [],
    )
    expect(
      about.filter((guide) => /inscrivez-vous|réservez (?:votre|un) /i.test(plainText(htmlOf(guide)))).map(({ slug }) => slug),
    ).toEqual([])
  })
})
