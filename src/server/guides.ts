/**
 * Reads the French guides: one Markdown file each in `content/guides/fr`, whose name is its address below `/seo/`.
 *
 * A file begins with front matter between two lines `---`:
 *
 * | Field | Meaning |
 * |---|---|
 * | `title`, `description` | heading of the page; 25–80 and 70–170 characters, those that search engines show |
 * | `kind` | `FAQ` or `Article`: what the page calls itself towards search engines |
 * | `published`, `modified` | ISO days |
 * | `exam` | id of the certification that the guide is about and leads to, or `none` |
 * | `links` | where to go from here, shown at its end: `/exam/mb-800`, `/seo/mb-800-dumps-corrige` |
 * | `call` | the sentence beside the button into a practice run |
 * | `counterpart` | `/` or `/certifications/mb-800`: the English page that serves the same purpose; may be left out |
 *
 * Below stand one paragraph without a heading, then sections under `##`; the last one holds the questions that are
 * often asked, each under `###`. Markdown has no HTML here. Facts are never typed but named in double braces, and
 * filled in when the page is made, everywhere but in the title, in the addresses of links and in the heads of tables:
 *
 * | Written | Stands for |
 * |---|---|
 * | `{{mb-800.price}}` | a fact of a certification; the names are `examFacts` |
 * | `{{mb-800.weight 2}}` | the weight of the second area of its outline |
 * | `{{catalogue.active}}`, `{{bank.size}}` | a fact of the whole site; the names are `siteFacts` |
 * | `{{facts mb-800}}`, `{{outline mb-800}}` alone on a line of a section | the facts as a list, the outline to scale |
 */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Marked } from 'marked'
import type { Token, Tokens, TokensList } from 'marked'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { families } from '#exam/certification.ts'
import { escapeHtml, plainText } from '#exam/plain-text.ts'
import { ContentProblem, readCatalogue } from '#server/content.ts'
import { linkProblem } from '#server/external-links.ts'

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

/** A piece of a section: text as HTML, with facts still to fill in, or a figure about a certification. */
export type GuideBlock = { kind: 'html'; html: string } | { kind: 'facts' | 'outline'; certificationId: string }

export type Guide = {
  /** As in its address, `/seo/<slug>`. */
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly kind: 'FAQ' | 'Article'
  /** ISO days. */
  readonly published: string
  readonly modified: string
  /** Id of the certification that it leads to; `null` for those about all of them. */
  readonly exam: string | null
  readonly counterpart: string | null
  readonly links: readonly string[]
  readonly call: string
  /** HTML, as all texts below, with facts still to fill in. */
  readonly lede: string
  readonly sections: readonly { id: string; heading: string; blocks: readonly GuideBlock[] }[]
  readonly faqHeading: string
  readonly faq: readonly { question: string; answer: string }[]
  readonly words: number
}

/** What a guide may name and lead to: guides, and certifications with the number of areas of their outlines. */
export type GuideSurroundings = { slugs: ReadonlySet<string>; areaCounts: ReadonlyMap<string, number> }

export type ReadGuide = { ok: true; value: Guide } | { ok: false; problems: string[] }

const day = z.iso.date('has to be a day, such as 2026-11-21')
const text = (min: number, max: number) => z.string().trim().min(min, `is shorter than ${min} characters`).max(max, `is longer than ${max}`)
const frontMatter = z.strictObject({
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

/**
 * Reads every guide of the content folder, ordered by slug.
 *
 * @throws {ContentProblem} naming every file and problem
 */
export async function readGuides(content: string): Promise<Guide[]> {
  const folder = join(content, 'guides/fr')
  const areaCounts = new Map((await readCatalogue(content)).value.map(({ id, skillAreas }) => [id, skillAreas.length]))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted()
  const slugs = new Set(names.map((name) => name.slice(0, -'.md'.length)))
  const read = await Promise.all(
    [...slugs].map(async (slug) => ({
      slug,
      guide: readGuide(slug, await readFile(join(folder, `${slug}.md`), 'utf8'), { slugs, areaCounts }),
    })),
  )
  const problems = read.flatMap(({ slug, guide }) => (guide.ok ? [] : guide.problems.map((problem) => `guides/fr/${slug}.md: ${problem}`)))
  const guides = read.flatMap(({ guide }) => (guide.ok ? [guide.value] : []))
  const shared = findRepeated(guides.flatMap(({ counterpart }) => counterpart ?? []))
  problems.push(...shared.map((path) => `guides/fr: two guides are the counterpart of ${path}`))
  if (problems.length > 0) throw new ContentProblem(problems.join('\n'))
  return guides
}

/** Problems say what is wrong with the file; with one problem nothing is read. */
export function readGuide(slug: string, file: string, surroundings: GuideSurroundings): ReadGuide {
  const [, head = '', body = ''] = /^\uFEFF?---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file.replaceAll('\r\n', '\n')) ?? []
  if (!head) return { ok: false, problems: ['does not begin with front matter between two lines ---'] }
  const matterText = parseDocument(head)
  if (matterText.errors.length > 0) return { ok: false, problems: matterText.errors.map(({ message }) => `front matter: ${message}`) }
  const fields = frontMatter.safeParse(matterText.toJS())
  if (!fields.success) return { ok: false, problems: fields.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) }
  const tokens = markdown.lexer(body)
  const parts = splitAtHeadings(tokens, 2)
  const [opening, ...sections] = parts
  const faq = sections.pop()
  const { exam, counterpart = null, ...matter } = fields.data
  const problems = [
    ...(/^[a-z\d]+(?:-[a-z\d]+)*$/.test(slug) ? [] : ['the name of the file is not an address']),
    ...(opening?.tokens.length === 1 && opening.tokens[0]?.type === 'paragraph' ? [] : ['does not begin with one paragraph']),
    ...(sections.length > 0 ? [] : ['has no section']),
    ...findMatterProblems(slug, fields.data, surroundings),
    ...findMarkdownProblems(tokens, surroundings),
    ...findFactProblems([matter.description, matter.call, body].join('\n'), figuresIn(sections), surroundings),
    ...findFaqProblems(faq),
    ...(/[\p{Cc}\p{Cf}]/u.test(file.replace(/^\uFEFF|[\r\n\t]/g, '')) ? ['holds a character that cannot be seen'] : []),
    ...sections.filter(({ heading }) => idOf(heading) === '').map(({ heading }) => `a heading has no words: ${heading}`),
    ...findRepeated([...idsOfPage, ...sections.map(({ heading }) => idOf(heading))]).map(
      (id) => `the heading ${id} is on the page already`,
    ),
  ]
  if (problems.length > 0 || !faq) return { ok: false, problems }
  return {
    ok: true,
    value: {
      ...matter,
      slug,
      title: typeset(matter.title),
      description: typeset(matter.description),
      call: typeset(matter.call),
      exam: exam === 'none' ? null : exam,
      counterpart,
      lede: printInline(opening?.tokens[0]),
      sections: sections.map(({ heading, tokens: own }) => ({ id: idOf(heading), heading: typeset(heading), blocks: blocksOf(own) })),
      faqHeading: typeset(faq.heading),
      faq: splitAtHeadings(faq.tokens, 3)
        .slice(1)
        .map((part) => ({ question: typeset(part.heading), answer: printHtml(part.tokens) })),
      words: countWords(printHtml(tokens)),
    },
  }
}

/** Words as one counts them in running text: `l’examen MB-800` has two. */
export function countWords(html: string): number {
  return plainText(html)
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length
}

/** A fact named in a text: `{{mb-800.weight 2}}` is of `mb-800`, named `weight`, number 2. */
export const factPattern = /\{\{([a-z\d-]+)\.([a-zA-Z]+)(?: (\d+))?\}\}/g

/** Every certification that a guide says something about. */
export function certificationsOf(guide: Guide): string[] {
  const blocks = guide.sections.flatMap((section) => section.blocks)
  const named = [...JSON.stringify(guide).matchAll(factPattern)].map((match) => match[1] ?? '')
  const drawn = blocks.flatMap((block) => (block.kind === 'html' ? [] : [block.certificationId]))
  const linked = guide.links.flatMap((link) => certificationLink.exec(link)?.[1] ?? [])
  return [...new Set([...named, ...drawn, ...linked, ...(guide.exam === null ? [] : [guide.exam])])].filter((id) =>
    /^[a-z]{2}-\d{3}$/.test(id),
  )
}

const certificationLink = /^\/(?:exam|certifications)\/([a-z]{2}-\d{3})$/
const figure = /^\{\{(facts|outline) ([a-z]{2}-\d{3})\}\}$/
const certificationPage = /^\/certifications\/([a-z]{2}-\d{3})$/
const ownOrigin = 'https://praxam.example'
/** Ids that the page of a guide has already. */
const idsOfPage = ['main', 'sommaire', 'faq', 'suite']
const otherPages = new Set(['/', '/certifications', '/contact', '/privacy', '/terms'])

const markdown = new Marked({
  renderer: {
    // English terms stand in italics, and are read aloud in English.
    em({ tokens }) {
      return `<em lang="en">${this.parser.parseInline(tokens)}</em>`
    },
    link({ href, tokens }) {
      const isOutside = !href.startsWith('/')
      return `<a href="${escapeHtml(href)}"${isOutside ? ' rel="external noopener"' : ''}>${this.parser.parseInline(tokens)}</a>`
    },
    table({ header, rows }) {
      const names = header.map(({ text: name }) => escapeHtml(typeset(name)))
      const head = header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`).join('')
      const body = rows.map(
        (row) => `<tr>${row.map((cell, i) => `<td data-label="${names[i]}">${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
      )
      return `<table class="table" data-stack=""><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>\n`
    },
  },
})

type Part = { heading: string; tokens: Token[] }

/** The first part is what stands before the first heading of that depth. */
function splitAtHeadings(tokens: readonly Token[], depth: number): Part[] {
  const parts: Part[] = [{ heading: '', tokens: [] }]
  for (const token of tokens) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === depth)
      parts.push({ heading: (token as Tokens.Heading).text, tokens: [] })
    else if (token.type !== 'space') parts.at(-1)?.tokens.push(token)
  }
  return parts
}

function blocksOf(tokens: readonly Token[]): GuideBlock[] {
  const blocks: GuideBlock[] = []
  let running: Token[] = []
  const flush = () => {
    if (running.length > 0) blocks.push({ kind: 'html', html: printHtml(running) })
    running = []
  }
  for (const token of tokens) {
    const [, kind, certificationId] = figure.exec(token.raw.trim()) ?? []
    if (!certificationId) {
      running.push(token)
      continue
    }
    flush()
    blocks.push({ kind: kind === 'facts' ? 'facts' : 'outline', certificationId })
  }
  flush()
  return blocks
}

function printHtml(tokens: readonly Token[]): string {
  return typesetHtml(markdown.parser([...tokens]).trim())
}

/** A paragraph without its own element. */
function printInline(token: Token | undefined): string {
  return token ? printHtml([token]).replace(/^<p>|<\/p>$/g, '') : ''
}

/**
 * French spacing and quotes: `l'examen : « oui » ?` gets its apostrophe and the spaces that do not break. Thousands
 * and signs of percent stay with their figures.
 */
export function typeset(plain: string): string {
  return plain
    .replaceAll("'", '’')
    .replace(/ ([?!;])/g, '\u202f$1')
    .replace(/ ([:»%])/g, '\u00a0$1')
    .replaceAll('« ', '«\u00a0')
    .replace(/(\d) (?=\d{3}(?!\d))/g, '$1\u202f')
}

/** The same between the tags. */
function typesetHtml(html: string): string {
  return html
    .split(/(<[^>]*>)/)
    .map((piece, i) => (i % 2 === 1 ? piece : keepIdsWhole(typeset(piece.replaceAll('&#39;', "'")))))
    .join('')
}

/** Text of HTML in which the number of an exam does not break at its hyphen. */
export function keepIdsWhole(text: string): string {
  return text.replace(/\b[A-Z]{2}-\d{3}\b/g, '<span class="id">$&</span>')
}

function idOf(heading: string): string {
  return heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}

function findMatterProblems(slug: string, matter: z.infer<typeof frontMatter>, surroundings: GuideSurroundings): string[] {
  const { title, published, modified, exam, counterpart, links } = matter
  const isPage =
    counterpart === undefined || counterpart === '/' || surroundings.areaCounts.has(certificationPage.exec(counterpart)?.[1] ?? '')
  return [
    ...(title.includes('{{') ? ['title: names a fact'] : []),
    ...(published <= modified ? [] : ['modified: is before the day it was published']),
    ...(exam === 'none' || surroundings.areaCounts.has(exam) ? [] : [`exam: the catalogue has no ${exam}`]),
    ...(isPage ? [] : [`counterpart: is neither / nor the page of a certification: ${counterpart}`]),
    ...links.flatMap((link) => findLinkProblems(link, surroundings)),
    ...(links.includes(`/seo/${slug}`) ? ['links: leads to itself'] : []),
    ...findRepeated(links).map((link) => `links: names ${link} twice`),
  ]
}

function findMarkdownProblems(tokens: TokensList, surroundings: GuideSurroundings): string[] {
  const problems: string[] = []
  // Nothing is awaited: the visitor gives no promise.
  void markdown.walkTokens(tokens, (token) => {
    if (token.type === 'html') problems.push(`holds HTML: ${token.raw.trim().slice(0, 40)}`)
    if (token.type === 'image') problems.push('holds an image')
    if (token.type === 'link') problems.push(...findLinkProblems((token as Tokens.Link).href, surroundings))
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

function findLinkProblems(href: string, { slugs, areaCounts }: GuideSurroundings): string[] {
  if (href.includes('{{')) return [`names a fact in a link: ${href}`]
  if (!href.startsWith('/')) {
    const problem = linkProblem(href)
    return problem === undefined ? [] : [`leads to another site: ${href} ${problem}`]
  }
  if (!URL.canParse(href, ownOrigin)) return [`leads nowhere: ${href}`]
  const { origin, pathname, searchParams, hash } = new URL(href, ownOrigin)
  const family = searchParams.get('family')
  const isKnown =
    origin === ownOrigin &&
    hash === '' &&
    ((otherPages.has(pathname) &&
      (searchParams.size === 0 || (pathname === '/certifications' && families.some((known) => known === family)))) ||
      (pathname.startsWith('/seo/') && slugs.has(pathname.slice('/seo/'.length))) ||
      areaCounts.has(certificationLink.exec(pathname)?.[1] ?? ''))
  return isKnown ? [] : [`leads nowhere: ${href}`]
}

/** Figures that stand where they are drawn: alone, in a section. */
function figuresIn(sections: readonly Part[]): readonly string[] {
  return sections.flatMap(({ tokens }) => tokens.map(({ raw }) => raw.trim())).filter((raw) => figure.test(raw))
}

/** `figures` are those that are drawn; a brace that is part of none and of no fact would be shown as it is. */
function findFactProblems(written: string, figures: readonly string[], { areaCounts }: GuideSurroundings): string[] {
  const isKnown = (name: string) => {
    if (figures.includes(name)) return areaCounts.has(figure.exec(name)?.[2] ?? '')
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

function findFaqProblems(faq: Part | undefined): string[] {
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
