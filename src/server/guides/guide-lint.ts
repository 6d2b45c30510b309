/** What is wrong with the file of a guide. Every problem is a sentence that begins after the name of the file. */
import type { Tokens, TokensList } from 'marked'
import { z } from 'zod'
import { families } from '#exam/certification.ts'
import { findPublicPage } from '#exam/public-pages.ts'
import { createHeadingId, markdown, splitAtHeadings } from '#server/guides/guide-markdown.ts'
import type { GuidePart } from '#server/guides/guide-markdown.ts'
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

/** A fact named in a text: `{{mb-800.weight 2}}` is of `mb-800`, named `weight`, number 2. */
export const factPattern = /\{\{([a-z\d-]+)\.([a-zA-Z]+)(?: (\d+))?\}\}/g

/** A figure alone on its line: `{{outline mb-800}}`. */
export const figurePattern = /^\{\{(facts|outline) ([a-z]{2}-\d{3})\}\}$/
/** The page of a run or of a certification. */
export const certificationLink = /^\/(?:exam|certifications)\/([a-z]{2}-\d{3})$/

/** What a guide may name and lead to: guides, and certifications with the number of areas of their outlines. */
export type GuideReferences = { slugs: ReadonlySet<string>; areaCounts: ReadonlyMap<string, number> }

const day = z.iso.date('has to be a day, such as 2026-11-21')
const text = (min: number, max: number) => z.string().trim().min(min, `is shorter than ${min} characters`).max(max, `is longer than ${max}`)
export const frontMatter = z.strictObject({
  title: text(25, 80),
  description: text(70, 170),
  kind: z.enum(['FAQ', 'Article']),
  published: day,
  modified: day,
  exam: z.string(),
  counterpart: z.string().optional(),
  links: z.array(z.string()).min(1, 'is empty'),
  call: text(10, 120),
})

type Matter = z.infer<typeof frontMatter>

/** A guide taken apart at its headings, with the whole file as it was written. */
type GuideDraft = {
  slug: string
  file: string
  matter: Matter
  body: string
  tokens: TokensList
  opening: GuidePart | undefined
  sections: readonly GuidePart[]
  faq: GuidePart | undefined
}

/** Everything that is wrong with a guide; an empty list when it may be shown. */
export function findGuideProblems(draft: GuideDraft, surroundings: GuideReferences): string[] {
  const { slug, file, matter, body, tokens, opening, sections, faq } = draft
  const headings = sections.map(({ heading }) => heading)
  return [
    ...(/^[a-z\d]+(?:-[a-z\d]+)*$/.test(slug) ? [] : ['the name of the file is not an address']),
    ...(opening?.tokens.length === 1 && opening.tokens[0]?.type === 'paragraph' ? [] : ['does not begin with one paragraph']),
    ...(sections.length > 0 ? [] : ['has no section']),
    ...findMatterProblems(slug, matter, surroundings),
    ...findMarkdownProblems(tokens, surroundings),
    ...findFactProblems([matter.description, matter.call, body].join('\n'), figuresIn(sections), surroundings),
    ...findFaqProblems(faq),
    ...(/[\p{Cc}\p{Cf}]/u.test(file.replace(/^\uFEFF|[\r\n\t]/g, '')) ? ['holds a character that cannot be seen'] : []),
    ...headings.filter((heading) => createHeadingId(heading) === '').map((heading) => `a heading has no words: ${heading}`),
    ...findRepeated([...idsOfPage, ...headings.map(createHeadingId)]).map((id) => `the heading ${id} is on the page already`),
  ]
}

/** Counterparts that two guides name. */
export function findSharedCounterparts(counterparts: readonly string[]): string[] {
  return findRepeated(counterparts).map((path) => `guides/fr: two guides are the counterpart of ${path}`)
}

const ownOrigin = 'https://praxam.example'
/** Ids that the page of a guide has already. */
const idsOfPage = ['main', 'sommaire', 'faq', 'suite']

function findMatterProblems(slug: string, matter: Matter, surroundings: GuideReferences): string[] {
  const { title, published, modified, exam, counterpart, links } = matter
  const isPage = counterpart === undefined || counterpart === '/' || isCertificationPage(counterpart, surroundings)
  return [
    ...(title.includes('{{') ? ['title: names a fact'] : []),
    ...(published <= modified ? [] : ['modified: is before the day it was published']),
    ...(exam === 'none' || surroundings.areaCounts.has(exam) ? [] : [`exam: the catalogue has no ${exam}`]),
    ...(isPage ? [] : [`counterpart: is neither / nor the page of a certification: ${counterpart}`]),
    ...links.flatMap((link) => findHrefProblems(link, surroundings)),
    ...(links.includes(`/seo/${slug}`) ? ['links: leads to itself'] : []),
    ...findRepeated(links).map((link) => `links: names ${link} twice`),
  ]
}

function findMarkdownProblems(tokens: TokensList, surroundings: GuideReferences): string[] {
  const problems: string[] = []
  // Nothing is awaited: the visitor gives no promise.
  void markdown.walkTokens(tokens, (token) => {
    if (token.type === 'html') problems.push(`holds HTML: ${token.raw.trim().slice(0, 40)}`)
    if (token.type === 'image') problems.push('holds an image')
    if (token.type === 'link') problems.push(...findHrefProblems((token as Tokens.Link).href, surroundings))
    if (token.type === 'heading') problems.push(...findHeadingProblems(token as Tokens.Heading))
    if (token.type === 'table' && (token as Tokens.Table).header.some((cell) => cell.text.includes('{{')))
      problems.push('names a fact in the head of a table')
  })
  return problems
}

function findHeadingProblems({ depth, text: heading }: Tokens.Heading): string[] {
  return [
    ...(depth === 1 ? ['has a heading besides its title'] : []),
    ...(/[*_`[<]/.test(heading) ? [`holds marks in the heading ${heading}`] : []),
  ]
}

function findHrefProblems(href: string, surroundings: GuideReferences): string[] {
  if (href.includes('{{')) return [`names a fact in a link: ${href}`]
  if (!href.startsWith('/')) {
    const problem = findLinkProblem(href)
    return problem === undefined ? [] : [`leads to another site: ${href} ${problem}`]
  }
  if (!URL.canParse(href, ownOrigin)) return [`leads nowhere: ${href}`]
  const { origin, pathname, searchParams, hash } = new URL(href, ownOrigin)
  const isKnown = origin === ownOrigin && hash === '' && isGuideTarget(pathname, searchParams, surroundings)
  return isKnown ? [] : [`leads nowhere: ${href}`]
}

/** Whether guides may link to the page: any guide, the exam or page of any certification, and the other pages of the sitemap. */
function isGuideTarget(path: string, query: URLSearchParams, { slugs, areaCounts }: GuideReferences): boolean {
  const { page, parameter = '' } = findPublicPage(path) ?? {}
  switch (page?.route) {
    case 'seo/:slug':
      return slugs.has(parameter)
    case 'certifications/:certificationId':
    case 'exam/:certificationId':
      return areaCounts.has(parameter)
    case 'certifications':
      return query.size === 0 || families.some((family) => family === query.get('family'))
    default:
      return page !== undefined && page.isInSitemap && query.size === 0
  }
}

function isCertificationPage(path: string, { areaCounts }: GuideReferences): boolean {
  const { page, parameter = '' } = findPublicPage(path) ?? {}
  return page?.route === 'certifications/:certificationId' && areaCounts.has(parameter)
}

/** Figures that stand where they are drawn: alone, in a section. */
function figuresIn(sections: readonly GuidePart[]): readonly string[] {
  return sections.flatMap(({ tokens }) => tokens.map(({ raw }) => raw.trim())).filter((raw) => figurePattern.test(raw))
}

/** `figures` are those that are drawn; a brace that is part of none and of no fact would be shown as it is. */
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
    ...facts
      .filter((name) => !isKnown(name))
      .map((name) => `names a fact that nobody knows, or in a place where it is not filled in: ${name}`),
    ...(/[{}]/.test(written.replace(/\{\{[^{}]*\}\}/g, '')) ? ['holds a single brace'] : []),
  ]
}

function findFaqProblems(faq: GuidePart | undefined): string[] {
  if (!faq || !/^questions fréquentes/i.test(faq.heading)) return ['does not end with a section "Questions fréquentes"']
  const [before, ...questions] = splitAtHeadings(faq.tokens, 3)
  return [
    ...(before && before.tokens.length > 0 ? ['Questions fréquentes: begins without a question'] : []),
    ...findRepeated(questions.map(({ heading }) => heading)).map((heading) => `Questions fréquentes: asks twice: ${heading}`),
    ...(questions.length >= 2 ? [] : ['Questions fréquentes: has fewer than two questions']),
    ...questions.filter(({ tokens }) => tokens.length === 0).map(({ heading }) => `Questions fréquentes: no answer to ${heading}`),
  ]
}

function findRepeated(values: readonly string[]): string[] {
  return values.filter((value, i) => values.indexOf(value) < i)
}
