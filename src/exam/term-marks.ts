/**
 * Marks product words in English texts with their French terms, for candidates who read French. `content/terms/fr.json` is a list of
 * `{ "term", "translation", "product", "source" }`; `source` is the French page that uses the term.
 *
 * | term            | is marked                                           |
 * |-----------------|-----------------------------------------------------|
 * | `Apply Entries` | with these capitals: it is a name in the product    |
 * | `Post`          | with these capitals, if it is the whole bold text   |
 * | `posting group` | in any case and in the plural                       |
 * | `entitlement`   | like `posting group`: a long word has one meaning   |
 * | `case`          | only if it is the whole bold text                   |
 */
import { escapeHtml } from '#exam/plain-text.ts'
import type { Question } from '#exam/question.ts'

const termProducts = ['business-central', 'finance-operations', 'customer-engagement', 'power-platform'] as const
type TermProduct = (typeof termProducts)[number]

export type Term = { readonly term: string; readonly translation: string; readonly product: TermProduct; readonly source: string }
/** The parts of a term that are sent to candidates. */
export type TermPair = readonly [term: string, translation: string]

/** Shorter single words often have other meanings as well. */
const clearWordLengthMin = 8

/** The products whose terms occur in the questions of a certification, the most specific product first. */
function listProducts(certificationId: string): readonly TermProduct[] {
  if (certificationId.startsWith('mb-8')) return ['business-central']
  if (/^mb-(?:3|92)/.test(certificationId)) return ['finance-operations']
  if (/^mb-[29]|^ab-250/.test(certificationId)) return ['customer-engagement', 'power-platform']
  return ['power-platform', 'customer-engagement']
}

/** The terms of a certification, each once. */
export function listTerms(terms: readonly Term[], certificationId: string): TermPair[] {
  const found = new Map<string, TermPair>()
  for (const product of listProducts(certificationId))
    for (const { term, translation } of terms.filter((one) => one.product === product))
      if (!found.has(term.toLowerCase())) found.set(term.toLowerCase(), [term, translation])
  return [...found.values()]
}

/** Parses a file of terms. Reports missing fields, unknown products, repeated terms, and characters that French typography does not use. */
export function parseTerms(json: unknown): { ok: true; terms: readonly Term[] } | { ok: false; problems: string[] } {
  if (!Array.isArray(json)) return { ok: false, problems: ['is not a list'] }
  const seen = new Set<string>()
  const problems = json.flatMap((entry: Partial<Record<keyof Term, unknown>> | null, index) => {
    const { term, translation, product, source } = entry ?? {}
    const own: string[] = []
    for (const [name, value] of Object.entries({ term, translation, source }))
      if (typeof value !== 'string' || value.trim() !== value || value === '') own.push(`${name} is not a text`)
    if (!termProducts.some((one) => one === product)) own.push('the product is unknown')
    if (/['"]| [;!?:%»]|« /.test(String(translation))) own.push(`the translation has wrong quotes or spaces: ${String(translation)}`)
    const key = `${String(product)} ${String(term).toLowerCase()}`
    if (seen.has(key)) own.push(`${String(term)} is repeated`)
    seen.add(key)
    return own.map((problem) => `term ${index}: ${problem}`)
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, terms: json as Term[] }
}

/** Marks the terms of a sanitized HTML text. Terms in `seen` are already marked; the function adds the terms that it marks. */
export type MarkTerms = (html: string, seen: Set<string>) => string

export function createTermMarker(terms: readonly TermPair[]): MarkTerms {
  if (terms.length === 0) return (html) => html
  const byText = new Map(terms.map(([term, translation]) => [escapeHtml(term).toLowerCase(), { term: escapeHtml(term), translation }]))
  // The longest term comes first, because a regular expression takes the first alternative that matches.
  const texts = [...byText.keys()].toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(`(?<![\\p{L}\\d&-])(${texts.map(escapePattern).join('|')})(e?s)?(?![\\p{L}\\d-])`, 'giu')
  return (html, seen) => {
    const open: string[] = []
    return html.replace(/<(\/?)([a-z\d]+)[^>]*>|[^<]+/gi, (piece: string, slash: string | undefined, element: string | undefined) => {
      if (element !== undefined) {
        if (slash) open.splice(open.lastIndexOf(element), 1)
        else if (!['br', 'hr', 'img'].includes(element)) open.push(element)
        return piece
      }
      if (open.some((one) => ['a', 'code', 'pre'].includes(one))) return piece
      const isBold = open.includes('b') || open.includes('strong')
      return piece.replace(pattern, (found: string, text: string, plural: string | undefined) => {
        const { term, translation } = byText.get(text.toLowerCase()) ?? { term: '', translation: '' }
        if (seen.has(term) || !canMark(term, text, plural, isBold && piece.trim() === found)) return found
        seen.add(term)
        return `<span class="term" role="term" tabindex="0">${found}<span class="visually-hidden" lang="fr"> (${escapeHtml(translation)})</span></span>`
      })
    })
  }
}

function canMark(term: string, text: string, plural: string | undefined, isWholeBold: boolean): boolean {
  const isName = term !== term.toLowerCase()
  if (isName && (text !== term || plural)) return false
  return term.includes(' ') || isWholeBold || (!isName && term.length >= clearWordLengthMin)
}

/**
 * Marks terms in a question: each at most once in the question and once in its explanation. Items to arrange and menus are not changed,
 * because they cannot contain a control.
 */
export function markQuestion(question: Question, mark: MarkTerms): Question {
  const [asked, explained] = [new Set<string>(), new Set<string>()]
  const hasOptions = question.type === 'single_choice' || question.type === 'multiple_choice'
  return {
    ...question,
    text: mark(question.text, asked),
    options: hasOptions ? question.options.map((option) => mark(option, asked)) : question.options,
    explanation: mark(question.explanation, explained),
    optionExplanations: question.optionExplanations.map((html) => html && mark(html, explained)),
  }
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
