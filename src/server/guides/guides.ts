/**
 * Reads the French guides: Markdown files in `content/guides/fr`. The file name without `.md` is the address below `/seo/`.
 *
 * A file starts with front matter between two lines `---`:
 *
 * | Field | Meaning |
 * |---|---|
 * | `title`, `description` | title (25–80 characters) and description (70–170 characters), as search engines show them |
 * | `kind` | `FAQ` or `Article`: the type in the structured data |
 * | `published`, `modified` | ISO days |
 * | `exam` | id of the certification of the guide, or `none` |
 * | `question` | ids of a certification and of one of its questions, which readers can answer on the page |
 * | `links` | links at the end of the page: `/exam/mb-800`, `/seo/mb-800-dumps-corrige` |
 * | `call` | the sentence beside the button that starts practice |
 * | `counterpart` | `/` or `/certifications/mb-800`: the equivalent English page; optional |
 *
 * The text has one paragraph without a heading, then sections under `##`. The last section contains frequently asked
 * questions, each under `###`. HTML is not allowed. Facts are placeholders in double braces, which the page fills in. They
 * are not allowed in the title, in the addresses of links, or in table headers. The placeholders are:
 *
 * | Placeholder | Meaning |
 * |---|---|
 * | `{{mb-800.price}}` | a fact of a certification; `examFacts` in `guide-lint.ts` lists the names |
 * | `{{mb-800.weight 2}}` | the weight of the second skill area |
 * | `{{catalogue.active}}`, `{{bank.size}}` | a fact of the whole site; `siteFacts` lists the names |
 * | `{{facts mb-800}}`, `{{outline mb-800}}` on its own line in a section | a list of facts, the outline drawn to scale |
 *
 * `guide-drawings.ts` describes other figures.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Token } from 'marked'
import { parseDocument } from 'yaml'
import {
  certificationLink,
  factPattern,
  figurePattern,
  findGuideProblems,
  findSharedCounterparts,
  frontMatter,
  type GuideMatter,
  type GuideReferences,
} from '#server/guides/guide-lint.ts'
import { isDrawing, parseDrawing, type Drawing } from '#server/guides/guide-drawings.ts'
import { countWords, createHeadingId, markdown, renderHtml, renderInline, splitAtHeadings, typeset } from '#server/guides/guide-markdown.ts'
import { ContentProblem, readCatalog } from '#server/bank/index.ts'

/** A part of a section: HTML with placeholders, a figure about a certification, or another figure. */
export type GuideBlock =
  | { kind: 'html'; html: string }
  | { kind: 'facts' | 'outline'; certificationId: string }
  | { kind: 'drawing'; drawing: Drawing }

export type Guide = Readonly<Omit<GuideMatter, 'exam' | 'counterpart'>> & {
  /** The last part of the address `/seo/<slug>`. */
  readonly slug: string
  /** The id of the guide's certification; `null` for a guide about all certifications. */
  readonly exam: string | null
  readonly counterpart: string | null
  /** HTML with placeholders, like the answers. Headings and questions are plain text with placeholders. */
  readonly lede: string
  readonly sections: readonly { id: string; heading: string; blocks: readonly GuideBlock[] }[]
  readonly faqHeading: string
  readonly faq: readonly { question: string; answer: string }[]
  readonly words: number
}

export type ParsedGuide = { ok: true; value: Guide } | { ok: false; problems: string[] }

/** Finds the file in which the build has stored the current guides. */
export type FindStoredGuides = () => Promise<string | undefined>

/** Stores the guides for {@link readGuides}, because parsing them takes a sixth of the start-up time. */
export async function storeGuides(guides: readonly Guide[], file: string): Promise<void> {
  await writeFile(file, JSON.stringify(guides))
}

/**
 * Reads every guide of the content folder, ordered by slug, or the stored guides if there are any.
 *
 * @throws {ContentProblem} with every problem and its file
 */
export async function readGuides(content: string, findStored?: FindStoredGuides): Promise<Guide[]> {
  const stored = await findStored?.()
  if (stored !== undefined) return JSON.parse(await readFile(stored, 'utf8')) as Guide[]
  const folder = join(content, 'guides/fr')
  const areaCounts = new Map((await readCatalog(content)).value.map(({ id, skillAreas }) => [id, skillAreas.length]))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted()
  const slugs = new Set(names.map((name) => name.slice(0, -'.md'.length)))
  const read = await Promise.all(
    [...slugs].map(async (slug) => ({
      slug,
      guide: parseGuide(slug, await readFile(join(folder, `${slug}.md`), 'utf8'), { slugs, areaCounts }),
    })),
  )
  const problems = read.flatMap(({ slug, guide }) => (guide.ok ? [] : guide.problems.map((problem) => `guides/fr/${slug}.md: ${problem}`)))
  const guides = read.flatMap(({ guide }) => (guide.ok ? [guide.value] : []))
  problems.push(...findSharedCounterparts(guides.flatMap(({ counterpart }) => counterpart ?? [])))
  if (problems.length > 0) throw new ContentProblem(problems.join('\n'))
  return guides
}

/** Parses one guide, or returns all its problems. */
export function parseGuide(slug: string, file: string, references: GuideReferences): ParsedGuide {
  const [, head = '', body = ''] = /^\uFEFF?---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file.replaceAll('\r\n', '\n')) ?? []
  if (!head) return { ok: false, problems: ['does not start with front matter between two lines ---'] }
  const matterText = parseDocument(head)
  if (matterText.errors.length > 0) return { ok: false, problems: matterText.errors.map(({ message }) => `front matter: ${message}`) }
  const fields = frontMatter.safeParse(matterText.toJS())
  if (!fields.success) return { ok: false, problems: fields.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) }
  const tokens = markdown.lexer(body)
  const parts = splitAtHeadings(tokens, 2)
  const [opening, ...sections] = parts
  const faq = sections.pop()
  const { exam, counterpart = null, ...matter } = fields.data
  const draft = { slug, file, matter: fields.data, body, tokens, opening, sections, faq }
  const problems = findGuideProblems(draft, references)
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
      lede: renderInline(opening?.tokens[0]),
      sections: sections.map(({ heading, tokens: own }) => ({
        id: createHeadingId(heading),
        heading: typeset(heading),
        blocks: blocksOf(own),
      })),
      faqHeading: typeset(faq.heading),
      faq: splitAtHeadings(faq.tokens, 3)
        .slice(1)
        .map((part) => ({ question: typeset(part.heading), answer: renderHtml(part.tokens) })),
      words: countWords(renderHtml(tokens.filter((token) => !isDrawing(token)))),
    },
  }
}

/** The ids of the certifications in a guide: in facts, figures, the links at its end, its question, and `exam`. */
export function listGuideCertifications(guide: Guide): string[] {
  const blocks = guide.sections.flatMap((section) => section.blocks)
  const named = [...JSON.stringify(guide).matchAll(factPattern)].map((match) => match[1] ?? '')
  const drawn = blocks.flatMap((block) => ('certificationId' in block ? [block.certificationId] : []))
  const linked = guide.links.flatMap((link) => certificationLink.exec(link)?.[1] ?? [])
  return [...new Set([...named, ...drawn, ...linked, guide.question.certificationId, ...(guide.exam === null ? [] : [guide.exam])])].filter(
    (id) => /^[a-z]{2}-\d{3}$/.test(id),
  )
}

function blocksOf(tokens: readonly Token[]): GuideBlock[] {
  const blocks: GuideBlock[] = []
  let pending: Token[] = []
  const flush = () => {
    if (pending.length > 0) blocks.push({ kind: 'html', html: renderHtml(pending) })
    pending = []
  }
  for (const token of tokens) {
    const [, kind, certificationId] = figurePattern.exec(token.raw.trim()) ?? []
    const read = isDrawing(token) ? parseDrawing(token) : undefined
    if (!certificationId && !read) {
      pending.push(token)
      continue
    }
    flush()
    if (read?.ok) blocks.push({ kind: 'drawing', drawing: read.drawing })
    if (certificationId) blocks.push({ kind: kind === 'facts' ? 'facts' : 'outline', certificationId })
  }
  flush()
  return blocks
}
