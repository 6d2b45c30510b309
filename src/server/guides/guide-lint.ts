/** Checks the file of a guide. Each problem is a sentence fragment that fits after the file name. */
import type { Tokens, TokensList } from 'marked'
import { z } from 'zod'
import { families } from '#exam/certification.ts'
import { findPublicPage } from '#exam/public-pages.ts'
import { createHeadingId, markdown, splitAtHeadings, type GuidePart } from '#server/guides/guide-markdown.ts'
import { isDrawing, parseDrawing } from '#server/guides/guide-drawings.ts'
import { findLinkProblem } from '#server/links/index.ts'

export const examFacts = [
  'name',
  'status',
  'retiredSince',
  'successor',
  'duration',
  'passScore',
  'price',
  'questionCount',
  'outlineOf',
  'bankSize',
] as const
export type ExamFact = (typeof examFacts)[number]
export const siteFacts = ['catalogue.count', 'catalogue.activeCount', 'catalogue.active', 'bank.size'] as const

/** A placeholder for a fact: `{{mb-800.weight 2}}` has the subject `mb-800`, the fact `weight`, and the number 2. */
export const factPattern = /\{\{([a-z\d-]+)\.([a-zA-Z]+)(?: (\d+))?\}\}/g

/** A placeholder for a figure, on its own line: `{{outline mb-800}}`. */
export const figurePattern = /^\{\{(facts|outline) ([a-z]{2}-\d{3})\}\}$/
/** The address of a certification's page or of its practice page. */
export const certificationLink = /^\/(?:exam|certifications)\/([a-z]{2}-\d{3})$/

/** What a guide can refer to: the slugs of guides, and the number of skill areas of each certification. */
export type GuideReferences = { slugs: ReadonlySet<string>; areaCounts: ReadonlyMap<string, number> }

const day = z.iso.date('is not a date such as 2026-11-21')
const text = (min: number, max: number) => z.string().trim().min(min, `is shorter than ${min} characters`).max(max, `is longer than ${max}`)
export const frontMatter = z.strictObject({
  title: text(25, 80),
  description: text(70, 170),
  kind: z.enum(['FAQ', 'Article']),
  published: day,
  modified: day,
  exam: z.string(),
  question: z
    .string()
    .regex(/^[a-z]{2}-\d{3} [\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, 'is not the ids of a certification and a question')
    .transform((ids) => {
      const [certificationId = '', id = ''] = ids.split(' ')
      return { certificationId, id }
    }),
  counterpart: z.string().optional(),
  links: z.array(z.string()).min(1, 'is empty'),
  call: text(10, 120),
})

export type GuideMatter = z.infer<typeof frontMatter>

/** A guide that is split at its headings. `file` is the whole text. */
type GuideDraft = {
  slug: string
  file: string
  matter: GuideMatter
  body: string
  tokens: TokensList
  opening: GuidePart | undefined
  sections: readonly GuidePart[]
  faq: GuidePart | undefined
}

/** All problems in a guide. */
export function findGuideProblems(draft: GuideDraft, references: GuideReferences): string[] {
  const { slug, file, matter, body, tokens, opening, sections, faq } = draft
  const headings = sections.map(({ heading }) => heading)
  return [
    ...(/^[a-z\d]+(?:-[a-z\d]+)*$/.test(slug) ? [] : ['the file name cannot be used in an address']),
    ...(opening?.tokens.length === 1 && opening.tokens[0]?.type === 'paragraph' ? [] : ['does not start with exactly one paragraph']),
    ...(sections.length > 0 ? [] : ['has no section']),
    ...findMatterProblems(slug, matter, references),
    ...findMarkdownProblems(tokens, references),
    ...findFactProblems([matter.description, matter.call, body].join('\n'), listFigures(sections), references),
    ...findFaqProblems(faq),
    ...(/[\p{Cc}\p{Cf}]/u.test(file.replace(/^\uFEFF|[\r\n\t]/g, '')) ? ['contains an invisible character'] : []),
    ...headings.filter((heading) => createHeadingId(heading) === '').map((heading) => `a heading has no letters or digits: ${heading}`),
    ...findRepeated([...idsOfPage, ...headings.map(createHeadingId)]).map((id) => `the heading id ${id} is already on the page`),
  ]
}

/** A problem for each page that is the counterpart of two guides. */
export function findSharedCounterparts(counterparts: readonly string[]): string[] {
  return findRepeated(counterparts).map((path) => `guides/fr: two guides are the counterpart of ${path}`)
}

const ownOrigin = 'https://praxam.example'
/** Element ids that every guide page has. */
const idsOfPage = ['main', 'sommaire', 'essayer', 'faq', 'suite']

function findMatterProblems(slug: string, matter: GuideMatter, references: GuideReferences): string[] {
  const { title, published, modified, exam, counterpart, links } = matter
  const isPage = counterpart === undefined || counterpart === '/' || isCertificationPage(counterpart, references)
  return [
    ...(title.includes('{{') ? ['title: contains a placeholder'] : []),
    ...(published <= modified ? [] : ['modified: is before the publication date']),
    ...(exam === 'none' || references.areaCounts.has(exam) ? [] : [`exam: the catalog has no ${exam}`]),
    ...(isPage ? [] : [`counterpart: is not / or the page of a certification: ${counterpart}`]),
    ...links.flatMap((link) => findHrefProblems(link, references)),
    ...(links.includes(`/seo/${slug}`) ? ['links: contains the guide itself'] : []),
    ...findRepeated(links).map((link) => `links: contains ${link} twice`),
  ]
}

function findMarkdownProblems(tokens: TokensList, references: GuideReferences): string[] {
  const problems: string[] = []
  // The callback is synchronous, so there is nothing to await.
  void markdown.walkTokens(tokens, (token) => {
    if (token.type === 'html') problems.push(`contains HTML: ${token.raw.trim().slice(0, 40)}`)
    const drawing = isDrawing(token) ? parseDrawing(token) : undefined
    if (drawing?.ok === false) problems.push(`contains an invalid figure: ${drawing.problem}`)
    if (token.type === 'image') problems.push('contains an image')
    if (token.type === 'link') problems.push(...findHrefProblems((token as Tokens.Link).href, references))
    if (token.type === 'heading') problems.push(...findHeadingProblems(token as Tokens.Heading))
    if (token.type === 'table' && (token as Tokens.Table).header.some((cell) => cell.text.includes('{{')))
      problems.push('contains a placeholder in a table header')
  })
  return problems
}

function findHeadingProblems({ depth, text: heading }: Tokens.Heading): string[] {
  return [
    ...(depth === 1 ? ['contains a level-1 heading'] : []),
    ...(/[*_`[<]/.test(heading) ? [`contains markup in the heading ${heading}`] : []),
  ]
}

function findHrefProblems(href: string, references: GuideReferences): string[] {
  if (href.includes('{{')) return [`contains a placeholder in a link: ${href}`]
  if (!href.startsWith('/')) {
    const problem = findLinkProblem(href)
    return problem === undefined ? [] : [`links to another site: ${href} ${problem}`]
  }
  if (!URL.canParse(href, ownOrigin)) return [`links to an unknown page: ${href}`]
  const { origin, pathname, searchParams, hash } = new URL(href, ownOrigin)
  const isKnown = origin === ownOrigin && hash === '' && isGuideTarget(pathname, searchParams, references)
  return isKnown ? [] : [`links to an unknown page: ${href}`]
}

/**
 * Whether guides may link to the page: any guide, the certification page or practice page of any certification, and the other pages of the sitemap.
 */
function isGuideTarget(path: string, query: URLSearchParams, { slugs, areaCounts }: GuideReferences): boolean {
  const { page, parameter = '' } = findPublicPage(path) ?? {}
  const route = page?.route
  if (route === 'seo/:slug') return slugs.has(parameter)
  if (route === 'certifications/:certificationId' || route === 'exam/:certificationId') return areaCounts.has(parameter)
  if (route === 'certifications') return query.size === 0 || families.some((family) => family === query.get('family'))
  return page !== undefined && page.isInSitemap && query.size === 0
}

function isCertificationPage(path: string, { areaCounts }: GuideReferences): boolean {
  const { page, parameter = '' } = findPublicPage(path) ?? {}
  return page?.route === 'certifications/:certificationId' && areaCounts.has(parameter)
}

/** Figure placeholders in valid positions: on their own line, in a section. */
function listFigures(sections: readonly GuidePart[]): readonly string[] {
  return sections.flatMap(({ tokens }) => tokens.map(({ raw }) => raw.trim())).filter((raw) => figurePattern.test(raw))
}

/** `figures` are the valid figure placeholders. Any other brace would be shown as text. */
function findFactProblems(written: string, figures: readonly string[], { areaCounts }: GuideReferences): string[] {
  const isKnown = (name: string) => {
    if (figures.includes(name)) return areaCounts.has(figurePattern.exec(name)?.[2] ?? '')
    const [, subject = '', fact = '', number] = new RegExp(`^${factPattern.source}$`).exec(name) ?? []
    if (siteFacts.some((known) => known === `${subject}.${fact}`)) return number === undefined
    const areas = areaCounts.get(subject)
    if (areas === undefined) return false
    if (fact === 'weight') return Number(number) >= 1 && Number(number) <= areas
    return number === undefined && examFacts.some((known) => known === fact)
  }
  const facts = written.match(/\{\{[^{}]*\}\}/g) ?? []
  return [
    ...facts.filter((name) => !isKnown(name)).map((name) => `contains a placeholder that is unknown or in an invalid position: ${name}`),
    ...(/[{}]/.test(written.replace(/\{\{[^{}]*\}\}/g, '')) ? ['contains a single brace'] : []),
  ]
}

function findFaqProblems(faq: GuidePart | undefined): string[] {
  if (!faq || !/^questions fréquentes/i.test(faq.heading)) return ['does not end with the section "Questions fréquentes"']
  const [introduction, ...questions] = splitAtHeadings(faq.tokens, 3)
  return [
    ...(introduction && introduction.tokens.length > 0 ? ['Questions fréquentes: does not start with a question'] : []),
    ...findRepeated(questions.map(({ heading }) => heading)).map(
      (heading) => `Questions fréquentes: contains a question twice: ${heading}`,
    ),
    ...(faq.tokens.some(isDrawing) ? ['Questions fréquentes: contains a figure'] : []),
    ...(questions.length >= 2 ? [] : ['Questions fréquentes: has fewer than two questions']),
    ...questions.filter(({ tokens }) => tokens.length === 0).map(({ heading }) => `Questions fréquentes: has no answer to ${heading}`),
  ]
}

function findRepeated(values: readonly string[]): string[] {
  return values.filter((value, i) => values.indexOf(value) < i)
}
